import { createHash } from 'node:crypto';
import type { Database, Sql } from '../database/database.js';
import { type Migration, migrate } from '../database/migrate.js';
import type { Position } from '../event-store/types.js';
import type { ReadModel } from './read-model.js';

const migrations: readonly Migration[] = [
  {
    name: 'checkpoints',
    sql: `CREATE TABLE checkpoint (
      schema text PRIMARY KEY,
      read_model text NOT NULL,
      version integer NOT NULL,
      shape text NOT NULL,
      commit_position bigint,
      prepare_position bigint,
      changed_position bigint NOT NULL DEFAULT 0,
      advanced_at timestamptz NOT NULL DEFAULT now())`,
  },
  { name: 'a table to be locked while tables change places', sql: 'CREATE TABLE swapping ()' },
  {
    name: 'checkpoints that a log no longer reaches',
    sql: 'ALTER TABLE checkpoint ADD COLUMN stranded boolean NOT NULL DEFAULT false',
  },
  { name: 'a table to be locked while tables are compared', sql: 'CREATE TABLE comparing ()' },
];

/** The table of checkpoints. @throws FatalFault when the database is newer than this program */
export const prepareReadStore = (database: Database): Promise<void> =>
  migrate(database, 'read_store', migrations);

/** How far one schema's tables have come. */
export interface Checkpoint {
  readonly schema: string;
  readonly version: number;
  /** Hash of the tables' definition: tells when a change of tables was given no new version. */
  readonly shape: string;
  readonly position: Position | undefined;
  /** Commit position of the last batch that changed a row; 0n before the first. */
  readonly changed: bigint;
  /** Its tables hold events that the log has lost. They are never gone on with: only a rebuild takes their place. */
  readonly stranded: boolean;
}

/** Sixteen hex digits. White space counts: whoever lays out a definition anew makes its tables anew. */
export const shapeOf = ({ ddl, indexes = [] }: Pick<ReadModel, 'ddl' | 'indexes'>): string =>
  createHash('sha256')
    .update([ddl, ...indexes].join(';\n'))
    .digest('hex')
    .slice(0, 16);

/** Whether tables were made by exactly this version of a read model. */
export const isOfVersion = ({ version, shape }: Checkpoint, model: ReadModel): boolean =>
  version === model.version && shape === shapeOf(model);

interface CheckpointRow {
  schema: string;
  version: number;
  shape: string;
  commit_position: string | null;
  prepare_position: string | null;
  changed_position: string;
  stranded: boolean;
}

const columns = 'schema, version, shape, commit_position, prepare_position, changed_position, stranded';

const fromRow = (row: CheckpointRow): Checkpoint => ({
  schema: row.schema,
  version: row.version,
  shape: row.shape,
  position:
    row.commit_position !== null && row.prepare_position !== null
      ? { commit: BigInt(row.commit_position), prepare: BigInt(row.prepare_position) }
      : undefined,
  changed: BigInt(row.changed_position),
  stranded: row.stranded,
});

/** In no order, and without those that do not exist. Another may move them in the next moment: see `lockCheckpoints`. */
export const readCheckpoints = async (sql: Sql, schemas: readonly string[]): Promise<Checkpoint[]> => {
  const found = await sql.query<CheckpointRow>(
    `SELECT ${columns} FROM read_store.checkpoint WHERE schema = ANY ($1)`,
    [schemas],
  );
  return found.map(fromRow);
};

/**
 * Marks the tables that have read further than the log goes, so that they stay marked when it has grown again.
 * @param end the last event of the log; undefined when it is empty
 */
export const strandBeyond = (
  sql: Sql,
  schemas: readonly string[],
  end: Pick<Position, 'commit'> | undefined,
): Promise<object[]> =>
  sql.query(
    // In the order in which all lock them.
    `WITH beyond AS (
       SELECT schema FROM read_store.checkpoint
        WHERE schema = ANY ($1) AND commit_position > $2::bigint AND NOT stranded ORDER BY schema FOR UPDATE)
     UPDATE read_store.checkpoint c SET stranded = true FROM beyond WHERE c.schema = beyond.schema`,
    [schemas, (end?.commit ?? -1n).toString()],
  );

/**
 * The same where nobody knows yet how far the log goes. Positions are read before its end: it only ever grows, so what has
 * moved on meanwhile is not taken for what has read further than it goes.
 * @param endOf the last event of the log as it is when this is called; undefined when it is empty
 */
export const strandBeyondLog = async (
  sql: Sql,
  schemas: readonly string[],
  endOf: () => Promise<Position | undefined>,
): Promise<void> => {
  const standing = await readCheckpoints(sql, schemas);
  const end = await endOf();
  const beyond = standing.filter(({ position }) => position && position.commit > (end?.commit ?? -1n));
  if (beyond.length > 0)
    await strandBeyond(
      sql,
      beyond.map(({ schema }) => schema),
      end,
    );
};

/**
 * What a reader holds from before its snapshot until its end, and a swap alone: without it a reader whose snapshot is
 * older than a swap would find the new tables as they were when they were still being built.
 */
export const readerLock = 'LOCK TABLE read_store.swapping IN ACCESS SHARE MODE';
export const swapLock = 'LOCK TABLE read_store.swapping IN ACCESS EXCLUSIVE MODE';

/**
 * The same for whoever looks for long, and is not waited for: a swap that finds somebody comparing is put off before it
 * has held up anybody. To be taken before checkpoints are, as a swap does.
 */
export const comparingLock = 'LOCK TABLE read_store.comparing IN ACCESS SHARE MODE';
export const nobodyComparesLock = 'LOCK TABLE read_store.comparing IN ACCESS EXCLUSIVE MODE NOWAIT';

/** Reads checkpoints and keeps everyone else from moving them until the transaction ends. */
export const lockCheckpoints = async (sql: Sql, schemas: readonly string[]): Promise<Checkpoint[]> => {
  const found = await sql.query<CheckpointRow>(
    `SELECT ${columns} FROM read_store.checkpoint WHERE schema = ANY ($1) ORDER BY schema FOR UPDATE`,
    [schemas],
  );
  return found.map(fromRow);
};

/** Undefined when there is none, and then nothing is locked either. */
export const lockCheckpoint = async (sql: Sql, schema: string): Promise<Checkpoint | undefined> =>
  (await lockCheckpoints(sql, [schema]))[0];

/** A beginning, before the first event. Rejects when the schema has one (PostgreSQL's 23505). */
export const insertCheckpoint = (sql: Sql, schema: string, model: ReadModel): Promise<object[]> =>
  sql.query(
    'INSERT INTO read_store.checkpoint (schema, read_model, version, shape) VALUES ($1, $2, $3, $4)',
    [schema, model.name, model.version, shapeOf(model)],
  );

/** To be called in the transaction that brings the tables to this version. */
export const moveToVersion = (sql: Sql, schema: string, model: ReadModel): Promise<object[]> =>
  sql.query('UPDATE read_store.checkpoint SET version = $2, shape = $3 WHERE schema = $1', [
    schema,
    model.version,
    shapeOf(model),
  ]);

/** What readers hear when a checkpoint moves. */
export interface Advance {
  readonly readModel: string;
  readonly position: string;
  readonly changed: boolean;
  /** Streams whose events changed it; null when there are too many to name. */
  readonly streams: readonly string[] | null;
}

/** The channel on which advances are told. */
export const advanceChannel = 'read_model_advance';

/** Tells the readers; they hear it as the transaction commits. */
export const tell = (sql: Sql, advance: Advance): Promise<object[]> =>
  sql.query('SELECT pg_notify($1, $2)', [advanceChannel, JSON.stringify(advance)]);

/**
 * To be called in the transaction that changes the rows, under the lock of `lockCheckpoint`: it moves where it is told to,
 * back too.
 * @param changed whether the batch that ends here changed a row
 */
export const moveCheckpoint = (
  sql: Sql,
  schema: string,
  { commit, prepare }: Position,
  changed: boolean,
): Promise<object[]> =>
  sql.query(
    `UPDATE read_store.checkpoint
        SET commit_position = $2::bigint, prepare_position = $3::bigint, advanced_at = now(),
            changed_position = CASE WHEN $4::boolean THEN $2::bigint ELSE changed_position END
      WHERE schema = $1`,
    [schema, commit.toString(), prepare.toString(), changed],
  );
