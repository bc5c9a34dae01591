import type { Session, Sql } from '../database/database.js';
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

/**
 * The tables stand further back than they were left: the database crashed, and what it had not yet put on the disk is
 * gone. The checkpoint says from where to go on.
 */
export class LostGround extends Error {
  override readonly name = 'LostGround';
  constructor(model: Pick<ReadModel, 'name'>, schema: string) {
    super(
      `${schema}, in which ${model.name} is built, lost its last changes: the database went down. Run it again.`,
    );
  }
}

/** A notification holds less than 8,000 bytes. */
const mostStreamsNamed = 100;

/**
 * Applies a batch to the tables of one schema and moves its checkpoint, in one transaction: each event takes effect
 * exactly once. What the checkpoint has passed already is left out.
 * @param follows where the tables were left, for those that a crash may throw back
 * @throws Superseded, LostGround, and whatever the read model throws; nothing has changed then
 */
export const applyBatch = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  { events, position }: EventBatch,
  follows?: Position,
): Promise<void> => {
  const isServed = schema === schemaOf(model);
  return session.transaction(
    async (sql) => {
      const passed = await passedBy(sql, model, schema);
      if (follows && passed < follows.commit) throw new LostGround(model, schema);
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

/** The position of the last event that a schema's tables have seen; it does not move until the transaction ends. */
const passedBy = async (sql: Sql, model: ReadModel, schema: string): Promise<bigint> => {
  const standing = await lockCheckpoint(sql, schema);
  if (standing?.version !== model.version) throw new Superseded(model);
  return standing.position?.commit ?? beforeAll;
};

const beforeAll = -1n;

/** What a writer has gathered, from where its tables were left to where it has come. */
export interface Gathered {
  readonly write: (sql: Sql) => Promise<boolean>;
  readonly from: Position | undefined;
  readonly to: Position;
}

/**
 * Puts what a writer has gathered into tables that nobody reads yet, and moves their checkpoint with it.
 * @throws Superseded, LostGround, and whatever the writer throws; nothing has changed then
 */
export const applyGathered = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  { write, from, to }: Gathered,
): Promise<void> =>
  session.transaction(
    async (sql) => {
      const passed = await passedBy(sql, model, schema);
      if (passed !== (from?.commit ?? beforeAll)) throw new LostGround(model, schema);
      await moveCheckpoint(sql, schema, to, await write(sql));
    },
    { schemas: [schema], hasty: true },
  );

const advanceOf = (model: ReadModel, { commit }: Position, events: readonly RecordedEvent[]): Advance => {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  return {
    readModel: model.name,
    position: commit.toString(),
    changed: events.length > 0,
    streams: streams.length > mostStreamsNamed ? null : streams,
  };
};
