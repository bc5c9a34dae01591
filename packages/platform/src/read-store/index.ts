export { applyBatch, Superseded } from './apply-batch.js';
export {
  type Advance,
  type Checkpoint,
  isOfVersion,
  prepareReadStore,
  readCheckpoints,
} from './checkpoint.js';
export { createTables, type Installed, installReadModel, swapIn } from './install.js';
export { ownership } from './ownership.js';
export { type ReadModel, schemaOf, shadowSchemaOf } from './read-model.js';
export { type Heard, NotBuiltYet, openReadStore, type ReadAt, type ReadStore } from './read-store.js';
export { foldRows, type RowTable } from './row-table.js';
export { allOf, rows } from './row-writer.js';
