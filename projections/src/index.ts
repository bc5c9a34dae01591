export { newestSigned, newestSignedUpTo, numberOf, readKeys } from './checkpoints/signed-store.js';
export { readAlarms } from './operations/alarms.js';
export { readBesideTheLog } from './operations/lost-by-the-log.js';
export { missingPricesText, readMissingPrices } from './operations/missing-prices.js';
export {
  type ReadModelStatus,
  type RebuildStatus,
  readRebuilds,
  readStatus,
} from './operations/status.js';
export { newYorkDateOf, type Sector, sectorsOf } from './read-models/concept-record/composition.js';
export type {
  AuditFilter,
  StoredChange,
  StoredConcept,
} from './read-models/concept-record/concept-record.js';
export type {
  ConceptGrowth,
  GrowthInputs,
  GrowthSummary,
} from './read-models/growth/growth.js';
export type { NamedCheckpoint } from './read-models/log-chain/checkpoint.js';
export { type ConceptHead, headLeaves } from './read-models/log-chain/concept-heads.js';
export { formAt, instantOf, privateHashOf, recordOf } from './read-models/log-chain/event-record.js';
export { type ChainHead, checkpointOf } from './read-models/log-chain/grow.js';
export { type ChainEnd, type Placed, placesOf, readEnd } from './read-models/log-chain/places.js';
export { TreeReader, treeOver } from './read-models/log-chain/tree-proofs.js';
export type { StoredJob } from './read-models/parked-jobs/parked-jobs.js';
export type {
  AccountState,
  OwnPositions,
  StoredAccount,
  StoredBankLink,
  StoredDifference,
  StoredEntry,
  StoredTransfer,
} from './read-models/trading-account/queries.js';
export * from './registry.js';
export { describeMoment, type Moment, parseMoment } from './replay/moment.js';
export { openPast, type Past } from './replay/past.js';
