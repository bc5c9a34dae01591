export type { Heard } from './advances.js';
export {
  type Application,
  applyBatch,
  applyGathered,
  applyTogether,
  CheckpointMoved,
  Superseded,
} from './apply-batch.js';
export {
  type Advance,
  asComparison,
  asReader,
  type Checkpoint,
  comparingLock,
  isOfVersion,
  lockCheckpoints,
  prepareReadStore,
  readAllCheckpoints,
  readCheckpoints,
  readStoreMigrations,
  swapLock,
} from './checkpoint.js';
export { type Damage, damageOf, isUndamaged, type Made, madeByMigrations, madeByModel } from './damage.js';
export { type DamageNote, type DamageWatch, readDamageNotes, watchDamage } from './damage-watch.js';
export { DamagedTables, OlderTables, rebuildNeeded, updateNeeded } from './damaged-tables.js';
export {
  bareSchemas,
  completeTables,
  createBareTables,
  createTables,
  dropTables,
  EvidenceNotReplaced,
  hasTables,
  type Installed,
  indexTables,
  installReadModel,
  refuseOlderProgram,
} from './install.js';
export { adoptLog, expectedLog, readLogOfDatabase, type TakenOn, takeOnLog } from './log-of-database.js';
export { type LogWatch, watchLog } from './log-watch.js';
export {
  isOwned,
  type Owner,
  openOwner,
  ownership,
  stillOwned,
  tryOwnership,
  untilLost,
  type WritingOwner,
  whileOwning,
} from './ownership.js';
export { NotBuiltYet, type ReadAt, readAt } from './read-at.js';
export { type ReadModel, schemaOf, shadowSchemaOf } from './read-model.js';
export { openReadStore, type ReadStore } from './read-store.js';
export { foldJournal, foldRows, foldTrail, type Journal, type RowTable, type Trail } from './row-table.js';
export { allOf, rows } from './row-writer.js';
export { type StoredRows, storedRows } from './stored-rows.js';
export { releaseWhereFound, strandWhereLost } from './stranded.js';
export { DamagedRebuild, swapIn } from './swap.js';
export { applyAtOnce, gatherEvents, type HandOver, joinWriters, type Writer } from './writer.js';
