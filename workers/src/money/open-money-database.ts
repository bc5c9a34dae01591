import type { Database } from '@groundswell/platform/database';
import { schemaOf } from '@groundswell/platform/read-store';
import { openWorkersDatabase } from '../shared/open-workers-database.js';
import { ownSchema } from './own-tables.js';
import { moneyState } from './process-state/money-state.js';

/** A pool whose search path finds the tables of the money state and the workers' own tables. */
export const openMoneyDatabase = (url: string, connections = 8): Database =>
  openWorkersDatabase({
    url,
    name: 'workers money',
    connections,
    schemas: [schemaOf(moneyState), ownSchema],
  });
