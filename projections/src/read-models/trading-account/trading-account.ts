import type { ReadModel } from '@groundswell/platform/read-store';
import { tradingAccountQueries } from './queries.js';
import { tradingAccountDdl, tradingAccountIndexes } from './tables.js';
import { writeAccounts } from './write.js';

/**
 * Each person's trading account: its status, bank links, transfers with their timelines, the ledger, and
 * where the broker disagrees with it. One read model, since these change together and share a screen: a
 * balance and its transfer must be of the same moment. Folds by the rules of packages/domain, and has none of
 * its own.
 */
export const tradingAccount = {
  name: 'tradingAccount',
  version: 7,
  categories: ['tradingAccount'],
  ddl: tradingAccountDdl,
  indexes: tradingAccountIndexes,
  live: writeAccounts,
  queries: tradingAccountQueries,
} as const satisfies ReadModel;
