import type { Database } from '@groundswell/platform/database';
import { schemaOf } from '@groundswell/platform/read-store';
import { openWorkersDatabase } from '../shared/open-workers-database.js';
import { ownSchema } from './asked.js';
import { priceState } from './price-state.js';

/** A pool whose search path finds the tables of the price state and the workers' own tables. */
export const openPriceDatabase = (url: string, connections = 6): Database =>
  openWorkersDatabase({
    url,
    name: 'workers prices',
    connections,
    schemas: [schemaOf(priceState), ownSchema],
  });
