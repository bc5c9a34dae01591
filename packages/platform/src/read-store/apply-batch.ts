import type { Session, Sql } from '../database/database.js';
import { OtherLog } from '../event-store/errors.js';
import type { EventBatch, LogMark, Position, RecordedEvent } from '../event-store/types.js';
import { type Advance, type Checkpoint, lockCheckpoint, moveCheckpoint, tell } from './checkpoint.js';
import { adoptLog } from './log-of-database.js';
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
 * @throws Superseded, LostGround, OtherLog, and whatever the read model throws; nothing has changed then
 */
export const applyBatch = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  { events, position, mark }: EventBatch,
  follows?: Position,
): Promise<void> => {
  const isServed = schema === schemaOf(model);
  return session.transaction(
    async (sql) => {
      const standing = await lockOwn(sql, model, schema, mark);
      const passed = standing.position ?? beforeAll;
      if (follows && passed.commit < follows.commit) throw new LostGround(model, schema);
      const fresh = freshAmong(events, standing);
      if (fresh.length === 0 && position.commit <= passed.commit) return;
      const changed = fresh.length > 0 && (await model.apply(fresh, sql));
      const reached = position.commit > passed.commit ? position : passed;
      await moveCheckpoint(sql, schema, { position: reached, changed, mark });
      if (isServed) await tell(sql, advanceOf(model, reached, changed ? fresh : []));
    },
    // Of tables that nobody reads yet a crash may take the last batches, checkpoint and rows alike. The swap that puts them
    // in their place is written to the disk, and with it all that came before it.
    { schemas: [schema], hasty: !isServed },
  );
};

/**
 * Where a schema's tables stand; that does not move until the transaction ends.
 * @param mark of what is to be applied: it must come from the log that was read before
 * @throws Superseded, OtherLog
 */
const lockOwn = async (
  sql: Sql,
  model: ReadModel,
  schema: string,
  mark: LogMark | undefined,
): Promise<Checkpoint> => {
  const standing = await lockCheckpoint(sql, schema);
  if (standing?.version !== model.version) throw new Superseded(model);
  const [expected, found] = [standing.mark.log, mark?.log];
  if (found !== undefined && expected === undefined) await adoptLog(sql, found);
  if (found !== undefined && expected !== undefined && found !== expected)
    throw new OtherLog(expected, found);
  return standing;
};

/**
 * Events that the tables do not know. Between the event that the log is recognized by and their position there was none for
 * this read model; where there is one now, a log was restored and has grown in another way.
 */
const freshAmong = (
  events: readonly RecordedEvent[],
  { mark, position = beforeAll }: Checkpoint,
): readonly RecordedEvent[] => {
  const { commit } = mark.seen?.position ?? position;
  return events.filter((event) => event.position.commit > commit);
};

const beforeAll: Position = { commit: -1n, prepare: -1n };

/** What a writer has gathered, from where its tables were left to where it has come. */
export interface Gathered {
  readonly write: (sql: Sql) => Promise<boolean>;
  readonly from: Position | undefined;
  readonly to: Position;
  /** See `EventBatch.mark`. */
  readonly mark?: LogMark | undefined;
}

/**
 * Puts what a writer has gathered into tables that nobody reads yet, and moves their checkpoint with it.
 * @throws Superseded, LostGround, OtherLog, and whatever the writer throws; nothing has changed then
 */
export const applyGathered = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  { write, from, to, mark }: Gathered,
): Promise<void> =>
  session.transaction(
    async (sql) => {
      const { position = beforeAll } = await lockOwn(sql, model, schema, mark);
      if (position.commit !== (from ?? beforeAll).commit) throw new LostGround(model, schema);
      await moveCheckpoint(sql, schema, { position: to, changed: await write(sql), mark });
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
