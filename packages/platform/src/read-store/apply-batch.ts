import type { Session } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import { together } from '../database/transaction.js';
import { OtherLog } from '../event-store/errors.js';
import type { EventBatch, LogMark, Position, RecordedEvent } from '../event-store/types.js';
import { timeLimits } from '../network/time-limits.js';
import {
  type Advance,
  type Checkpoint,
  lockCheckpoints,
  type Move,
  moveCheckpoints,
  tell,
} from './checkpoint.js';
import { adoptLog } from './log-of-database.js';
import { type ReadModel, schemaOf } from './read-model.js';
import type { HandOver, Writer } from './writer.js';

/** Another version of the read model has taken over its tables: this one has nothing more to write. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
  constructor(model: ReadModel) {
    super(`version ${model.version} of ${model.name} was replaced by another`);
  }
}

/**
 * The tables are further back than they were left: the database crashed and lost what was not yet on disk.
 * Continue from the checkpoint.
 */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved';
  constructor(model: Pick<ReadModel, 'name'>, schema: string) {
    super(
      `${schema}, in which ${model.name} is built, lost its last changes: the database went down. Run it again.`,
    );
  }
}

/** A notification holds less than 8,000 bytes. */
const mostStreamsNamed = 100;

/** A batch for the tables of one schema. */
export interface Application {
  readonly model: ReadModel;
  readonly schema: string;
  readonly batch: EventBatch;
  /**
   * Where the tables were left. A batch that says so does not wait for the disk, except for evidence: if a crash takes what
   * came before it, it is refused.
   */
  readonly follows?: Position | undefined;
}

/**
 * Applies batches, each to the tables of its own schema, and moves the checkpoints, in one transaction: each
 * event takes effect exactly once. Events that a checkpoint has passed are skipped.
 * @param lockTimeout milliseconds to wait for a lock; without limit when omitted
 * @throws Superseded, CheckpointMoved, OtherLog, and the read models' errors; nothing has changed then
 */
export const applyTogether = (
  session: Pick<Session, 'transaction'>,
  applications: readonly Application[],
  lockTimeout?: number,
): Promise<void> => {
  const schemas = applications.map(({ schema }) => schema);
  return session
    .transaction(
      async (sql) => {
        // What they load is asked for in the same breath: the lock is taken first, and a refusal is told first.
        const locked = lockCheckpoints(sql, schemas).then((checkpoints) =>
          together(applications.map((application) => expectOwn(sql, application, checkpoints))),
        );
        const begun = applications.map((application) => begin(sql, application));
        await together<unknown>([locked, ...begun.map(({ loaded }) => loaded)]);
        const stored = await locked;
        const applied = begun.map((each, index) => applyOne(sql, each, stored[index] as Checkpoint));
        return (await together(applied)).flat();
      },
      {
        schemas,
        hasty: applications.every(canBeFoldedAgain),
        last: writeTogether,
        ...(lockTimeout !== undefined && { first: `SET LOCAL lock_timeout TO ${lockTimeout}` }),
      },
    )
    .then(() => undefined);
};

/** Everything that is left to write, sent in one piece. */
const writeTogether = (sql: Sql, applied: readonly Applied[]): readonly Promise<unknown>[] => {
  if (applied.length === 0) return [];
  const advances = applied.flatMap(({ advance }) => advance ?? []);
  return [
    ...applied.flatMap(({ write }) => (write ? [write(sql)] : [])),
    moveCheckpoints(
      sql,
      applied.map(({ move }) => move),
    ),
    ...(advances.length > 0 ? [tell(sql, ...advances)] : []),
  ];
};

/**
 * Whether a crash may take the last batches of these tables, checkpoint and rows alike. Tables that are being built are not
 * read, and the swap that makes them serve is written to disk, with everything before it. For others, the log brings back
 * what was lost, as long as the loss is noticed.
 */
const canBeFoldedAgain = ({ model, schema, follows }: Application): boolean =>
  schema !== schemaOf(model) || (follows !== undefined && !model.isEvidence);

/** A batch whose rows are being loaded. */
interface Begun {
  readonly application: Application;
  readonly writer: Writer;
  readonly loaded: Promise<void>;
}

const begin = (sql: Sql, application: Application): Begun => {
  const writer = application.model.live();
  const concerned = concernedAmong(application.model, application.batch.events);
  return { application, writer, loaded: concerned.length > 0 ? writer.prepare(concerned, sql) : nothing };
};

const nothing = Promise.resolve();

const concernedAmong = (model: ReadModel, events: readonly RecordedEvent[]): readonly RecordedEvent[] =>
  events.filter((event) => model.concerns?.(event) ?? true);

interface Applied {
  /** Still to be called, unless all is written. */
  readonly write?: HandOver['write'] | undefined;
  readonly move: Move;
  /** The notice for readers, if these are the tables that they read. */
  readonly advance: Advance | undefined;
}

/** @returns nothing where the checkpoint has passed the whole batch */
const applyOne = async (
  sql: Sql,
  { application: { model, schema, batch }, writer }: Begun,
  stored: Checkpoint,
): Promise<readonly Applied[]> => {
  const passed = stored.position ?? beforeAll;
  const fresh = freshAmong(batch.events, stored);
  if (fresh.length === 0 && batch.position.commit <= passed.commit) return [];
  const concerned = concernedAmong(model, fresh);
  writer.take(concerned);
  const { changes, write } = concerned.length > 0 ? writer.handOver() : noChange;
  const changed = changes ?? (await write(sql));
  const rest = changes ? { write } : {};
  const move = { schema, position: batch.position, changed, mark: batch.mark };
  if (schema !== schemaOf(model) || model.isInternal) return [{ ...rest, move, advance: undefined }];
  const advance = advanceOf(model, batch.position, changed ? concerned : []);
  // A log was restored to before the tables' position: what readers keep of that position would hide what comes now.
  const isBack = batch.position.commit <= passed.commit;
  return [{ ...rest, move, advance: isBack ? { ...advance, changed: true, streams: null } : advance }];
};

const noChange: HandOver = { changes: false, write: async () => false };

/** Applies one batch: see `applyTogether`. */
export const applyBatch = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  batch: EventBatch,
  follows?: Position,
): Promise<void> => applyTogether(session, [{ model, schema, batch, follows }]);

/**
 * The checkpoint of a schema's tables, locked until the transaction ends.
 * @throws Superseded, CheckpointMoved, OtherLog when the batch does not follow it
 */
const expectOwn = async (
  sql: Sql,
  { model, schema, batch: { mark }, follows }: Application,
  checkpoints: readonly Checkpoint[],
): Promise<Checkpoint> => {
  const stored = checkpoints.find((checkpoint) => checkpoint.schema === schema);
  if (stored?.version !== model.version) throw new Superseded(model);
  const [expected, found] = [stored.mark.log, mark?.log];
  if (found !== undefined && expected === undefined) await adoptLog(sql, found);
  if (found !== undefined && expected !== undefined && found !== expected)
    throw new OtherLog(expected, found);
  if (follows && (stored.position ?? beforeAll).commit < follows.commit)
    throw new CheckpointMoved(model, schema);
  return stored;
};

/**
 * Events that the tables have not seen. Between the event that identifies the log and the tables' position
 * there was none for this read model; if there is one now, a log was restored and has grown differently.
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
 * Writes what a writer has buffered into tables that no one reads yet, and moves their checkpoint in the same
 * transaction.
 * @throws Superseded, CheckpointMoved, OtherLog, and the writer's errors; nothing has changed then
 */
export const applyGathered = (
  session: Pick<Session, 'transaction'>,
  model: ReadModel,
  schema: string,
  { write, from, to, mark }: Gathered,
): Promise<void> =>
  session.transaction(
    async (sql) => {
      const application = { model, schema, batch: { events: [], position: to, mark } };
      const { position = beforeAll } = await expectOwn(
        sql,
        application,
        await lockCheckpoints(sql, [schema]),
      );
      if (position.commit !== (from ?? beforeAll).commit) throw new CheckpointMoved(model, schema);
      await moveCheckpoints(sql, [{ schema, position: to, changed: await write(sql), mark }]);
    },
    { schemas: [schema], hasty: true, silence: timeLimits.holding },
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
