import type { Database } from '@groundswell/platform/database';
import type { EventStore, Position } from '@groundswell/platform/event-store';
import {
  applyBatch,
  createTables,
  isOfVersion,
  type ReadModel,
  readCheckpoints,
} from '@groundswell/platform/read-store';

interface Build {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly model: ReadModel;
  readonly schema: string;
  /** Up to this position; to the head of the log when left out. */
  readonly until?: Position | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (position: Position) => void;
}

/** Events at a time: fewer and larger transactions than when live. */
const batchSize = 2_000;

/**
 * Builds a read model from the log in a schema of its own, while another one serves. What an earlier attempt left
 * there is gone on with, when it is of the same version.
 */
export const buildInto = async ({
  database,
  eventStore,
  model,
  schema,
  until,
  signal,
  onProgress,
}: Build): Promise<void> => {
  const [begun] = await readCheckpoints(database, [schema]);
  const resumable = begun !== undefined && isOfVersion(begun, model);
  if (!resumable) await database.transaction((sql) => createTables(sql, model, schema));
  const batches = eventStore.readAll({
    after: resumable ? begun.position : undefined,
    until,
    categories: model.categories,
    batchSize,
    ...(signal ? { signal } : {}),
  });
  for await (const batch of batches) {
    await applyBatch(database, model, schema, batch);
    onProgress?.(batch.position);
  }
};
