import type { Database } from '@groundswell/platform/database';
import { schemaOf } from '@groundswell/platform/read-store';
import { openWorkersDatabase } from '../shared/open-workers-database.js';
import { ownSchema } from './asked.js';
import { priceBook } from './price-book.js';

/** A pool that finds the tables of the price book and the workers' own by their bare names. */
export const openPriceDatabase = (url: string, connections = 6): Database =>
  openWorkersDatabase({
    url,
    name: 'workers prices',
    connections,
    schemas: [schemaOf(priceBook), ownSchema],
  });
