import type { ReadModel } from '@groundswell/platform/read-store';
import { applyAccounts } from './apply.js';
import { tradingAccountQueries } from './queries.js';
import { tradingAccountDdl, tradingAccountIndexes } from './tables.js';

/**
 * Each person's trading account: how far it is, bank links, transfers with their timelines, the ledger, and where the
 * broker disagrees with it. One read model, since these change together and stand on one screen: a balance and the
 * transfer that it comes from must be of the same moment. It folds by the rules in packages/domain, and has none.
 */
export const tradingAccount = {
  name: 'tradingAccount',
  version: 6,
  categories: ['tradingAccount'],
  ddl: tradingAccountDdl,
  indexes: tradingAccountIndexes,
  apply: applyAccounts,
  queries: tradingAccountQueries,
} as const satisfies ReadModel;
