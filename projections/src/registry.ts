import type { ReadModel } from '@groundswell/platform/read-store';
import { conceptRecord } from './read-models/concept-record/concept-record.js';
import { growth } from './read-models/growth/growth.js';
import { logChain } from './read-models/log-chain/log-chain.js';
import { parkedJobs } from './read-models/parked-jobs/parked-jobs.js';
import { tradingAccount } from './read-models/trading-account/trading-account.js';
import { trendList } from './read-models/trend-list/trend-list.js';
import { waitlistDemand } from './read-models/waitlist-demand/waitlist-demand.js';

export { conceptRecord, growth, logChain, parkedJobs, tradingAccount, trendList, waitlistDemand };

/** All read models. A spec compares them with the folders on disk, so that none is forgotten. */
export const readModels: readonly ReadModel[] = [
  trendList,
  conceptRecord,
  growth,
  logChain,
  parkedJobs,
  tradingAccount,
  waitlistDemand,
];
