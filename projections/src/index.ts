export { newestSigned, newestSignedUpTo, readKeys } from './checkpoints/signed-store.js';
export { readAlarms } from './operations/alarms.js';
export { readBesideTheLog } from './operations/lost-by-the-log.js';
export {
  type ReadModelStatus,
  type RebuildStatus,
  readRebuilds,
  readStatus,
} from './operations/status.js';
export { newYorkDateOf, type Sector, sectorsOf } from './read-models/concept-record/composition.js';
export {
  type AuditFilter,
  conceptRecord,
  type StoredChange,
  type StoredConcept,
} from './read-models/concept-record/concept-record.js';
export {
  type ConceptGrowth,
  type GrowthInputs,
  type GrowthSummary,
  growth,
} from './read-models/growth/growth.js';
export type { NamedCheckpoint } from './read-models/log-chain/checkpoint.js';
export { type ConceptHead, headLeaves } from './read-models/log-chain/concept-heads.js';
export { formAt, instantOf, privateHashOf, recordOf } from './read-models/log-chain/event-record.js';
export { type ChainHead, checkpointOf } from './read-models/log-chain/grow.js';
export { logChain } from './read-models/log-chain/log-chain.js';
export { TreeReader, treeOver } from './read-models/log-chain/tree-proofs.js';
export { parkedJobs, type StoredJob } from './read-models/parked-jobs/parked-jobs.js';
export type {
  AccountState,
  OwnPositions,
  StoredAccount,
  StoredBankLink,
  StoredDifference,
  StoredEntry,
  StoredTransfer,
} from './read-models/trading-account/queries.js';
export { tradingAccount } from './read-models/trading-account/trading-account.js';
export { trendList } from './read-models/trend-list/trend-list.js';
export { waitlistDemand } from './read-models/waitlist-demand/waitlist-demand.js';
export { readModels } from './registry.js';
export { describeMoment, type Moment, parseMoment } from './replay/moment.js';
export { openPast, type Past } from './replay/past.js';
