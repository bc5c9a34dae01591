export { applyBatch, Superseded } from './apply-batch.js';
export {
  type Advance,
  type Checkpoint,
  isOfVersion,
  lockCheckpoints,
  prepareReadStore,
  readCheckpoints,
} from './checkpoint.js';
export {
  createTables,
  dropTables,
  type Installed,
  installReadModel,
  refuseOlderProgram,
  swapIn,
} from './install.js';
export { ownership, tryOwnership } from './ownership.js';
export { type ReadModel, schemaOf, shadowSchemaOf } from './read-model.js';
export { type Heard, NotBuiltYet, openReadStore, type ReadAt, type ReadStore, readAt } from './read-store.js';
export { foldRows, type RowTable } from './row-table.js';
export { allOf, rows, type StoredRows, storedRows } from './row-writer.js';
