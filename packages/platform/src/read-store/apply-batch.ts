import type { Session } from '../database/database.js';
import type { EventBatch, Position, RecordedEvent } from '../event-store/types.js';
import { type Advance, lockCheckpoint, moveCheckpoint, tell } from './checkpoint.js';
import { type ReadModel, schemaOf } from './read-model.js';

/** Another version of the read model has taken over its tables: this one has nothing more to write. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
  constructor(model: ReadModel) {
    super(`version ${model.version} of ${model.name} was succeeded by another`);
  }
}

/** A notification holds less than 8,000 bytes. */
const mostStreamsNamed = 100;

/**
 * Applies a batch to the tables of one schema and moves its checkpoint, in one transaction: each event takes effect
 * exactly once. What the checkpoint has passed already is left out.
 * @throws Superseded, and whatever the read model throws; nothing has changed then
 */
export const applyBatch = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  { events, position }: EventBatch,
): Promise<void> => {
  const isServed = schema === schemaOf(model);
  return session.transaction(
    async (sql) => {
      const standing = await lockCheckpoint(sql, schema);
      if (standing?.version !== model.version) throw new Superseded(model);
      const passed = standing.position?.commit ?? -1n;
      if (position.commit <= passed) return;
      const fresh = events.filter((event) => event.position.commit > passed);
      const changed = fresh.length > 0 && (await model.apply(fresh, sql));
      await moveCheckpoint(sql, schema, position, changed);
      if (isServed) await tell(sql, advanceOf(model, position, changed ? fresh : []));
    },
    // Of tables that nobody reads yet a crash may take the last batches, checkpoint and rows alike. The swap that puts them
    // in their place is written to the disk, and with it all that came before it.
    { schemas: [schema], hasty: !isServed },
  );
};

const advanceOf = (model: ReadModel, { commit }: Position, events: readonly RecordedEvent[]): Advance => {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  return {
    readModel: model.name,
    position: commit.toString(),
    changed: events.length > 0,
    streams: streams.length > mostStreamsNamed ? null : streams,
  };
};
