import { hash } from 'node:crypto';
import type { Database } from '../database/database.js';
import { type Migration, migrate } from '../database/migrate.js';
import type { Sql } from '../database/sql.js';
import type { LogMark, Position, SeenEvent } from '../event-store/types.js';
import { timeLimits } from '../network/time-limits.js';
import { asideMigration, logMigration } from './log-of-database.js';
import type { ReadModel } from './read-model.js';

/** Of the schema `read_store`. */
export const readStoreMigrations: readonly Migration[] = [
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
  logMigration,
  {
    name: 'what is wrong with the tables of a schema',
    sql: 'CREATE TABLE damage (schema text PRIMARY KEY, words text NOT NULL, noted_at timestamptz NOT NULL DEFAULT now())',
  },
  asideMigration,
];

/** The table of checkpoints. @throws FatalFault when the database is newer than this program */
export const prepareReadStore = (database: Database): Promise<void> =>
  migrate(database, 'read_store', readStoreMigrations);

/** How far one schema's tables have come. */
export interface Checkpoint {
  readonly schema: string;
  readonly version: number;
  /** Hash of the tables' definition: tells when a change of tables was given no new version. */
  readonly shape: string;
  readonly position: Position | undefined;
  /** Commit position of the last batch that changed a row; 0n before the first. */
  readonly changed: bigint;
  /** By what to recognize the log that was read; the log of this database where none was read yet. */
  readonly mark: LogMark;
  /** Its tables hold rows of a log that was replaced by another: they are not served. */
  readonly isSetAside: boolean;
  /** Its tables hold events that the log has lost. They are never continued; only a rebuild replaces them. */
  readonly stranded: boolean;
}

/** Sixteen hex digits. White space counts: anyone who lays out a definition again makes its tables again. */
export const shapeOf = ({ ddl, indexes = [] }: Pick<ReadModel, 'ddl' | 'indexes'>): string =>
  hash('sha256', [ddl, ...indexes].join(';\n')).slice(0, 16);

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
  log: string | null;
  is_set_aside: boolean;
  seen_id: string | null;
  seen_stream: string;
  seen_revision: string;
  seen_commit: string;
  seen_prepare: string;
}

const current = '(SELECT id FROM read_store.log WHERE is_current)';
const columns = `schema, version, shape, commit_position, prepare_position, changed_position, stranded,
  coalesce(log, ${current}) AS log, log IS NOT NULL AND log IS DISTINCT FROM ${current} AS is_set_aside,
  seen_id, seen_stream, seen_revision, seen_commit, seen_prepare`;

const fromRow = (row: CheckpointRow): Checkpoint => ({
  schema: row.schema,
  version: row.version,
  shape: row.shape,
  position:
    row.commit_position !== null && row.prepare_position !== null
      ? { commit: BigInt(row.commit_position), prepare: BigInt(row.prepare_position) }
      : undefined,
  changed: BigInt(row.changed_position),
  mark: { log: row.log ?? undefined, seen: seenFrom(row) },
  isSetAside: row.is_set_aside,
  stranded: row.stranded,
});

const seenFrom = (row: CheckpointRow): SeenEvent | undefined =>
  row.seen_id === null
    ? undefined
    : {
        id: row.seen_id,
        stream: row.seen_stream,
        revision: BigInt(row.seen_revision),
        position: { commit: BigInt(row.seen_commit), prepare: BigInt(row.seen_prepare) },
      };

/** In no order, and without those that do not exist. Another may move them in the next moment: see `lockCheckpoints`. */
export const readCheckpoints = async (sql: Sql, schemas: readonly string[]): Promise<Checkpoint[]> => {
  const found = await sql.query<CheckpointRow>(
    `SELECT ${columns} FROM read_store.checkpoint WHERE schema = ANY ($1)`,
    [schemas],
  );
  return found.map(fromRow);
};

/** Those of all schemas, with the names of their read models. */
export const readAllCheckpoints = async (
  sql: Sql,
): Promise<(Checkpoint & { readonly readModel: string })[]> => {
  const found = await sql.query<CheckpointRow & { read_model: string }>(
    `SELECT ${columns}, read_model FROM read_store.checkpoint ORDER BY read_model, schema`,
    [],
  );
  return found.map((row) => ({ ...fromRow(row), readModel: row.read_model }));
};

/**
 * Held by a reader from before its snapshot until its end, and exclusively by a swap: otherwise a reader
 * whose snapshot is older than a swap would see the new tables as they were while being built.
 */
const readerLock = 'LOCK TABLE read_store.swapping IN ACCESS SHARE MODE';
export const swapLock = 'LOCK TABLE read_store.swapping IN ACCESS EXCLUSIVE MODE';

/**
 * The same for long readers, for which a swap does not wait: a swap that meets a comparison is put off before
 * it holds anyone up. Taken before checkpoints are locked, as in a swap.
 */
export const comparingLock = 'LOCK TABLE read_store.comparing IN ACCESS SHARE MODE';
export const nobodyComparesLock = 'LOCK TABLE read_store.comparing IN ACCESS EXCLUSIVE MODE NOWAIT';

/** How to read and to compare what serves, as of one moment. A process that freezes meanwhile must not put off every swap. */
export const asReader = { kind: 'snapshot', first: readerLock, silence: timeLimits.holding } as const;
export const asComparison = { kind: 'snapshot', first: comparingLock, silence: timeLimits.holding } as const;

/** Reads checkpoints and keeps everyone else from moving them until the transaction ends. */
export const lockCheckpoints = async (sql: Sql, schemas: readonly string[]): Promise<Checkpoint[]> => {
  const found = await sql.query<CheckpointRow>(
    `SELECT ${columns} FROM read_store.checkpoint WHERE schema = ANY ($1) ORDER BY schema FOR UPDATE`,
    [schemas],
  );
  return found.map(fromRow);
};

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

/** The notice that a checkpoint has moved. */
export interface Advance {
  readonly readModel: string;
  readonly position: string;
  readonly changed: boolean;
  /** Streams whose events changed it; null when there are too many to list. */
  readonly streams: readonly string[] | null;
}

/** The channel of these notices. */
export const advanceChannel = 'read_model_advance';

/** Notifies the readers when the transaction commits. */
export const tell = (sql: Sql, ...advances: readonly Advance[]): Promise<object[]> =>
  sql.query('SELECT pg_notify($1, words) FROM unnest($2::text[]) AS words', [
    advanceChannel,
    advances.map((advance) => JSON.stringify(advance)),
  ]);

/** How the checkpoint of a schema moves. */
export interface Move {
  readonly schema: string;
  /** Set exactly as given, also backwards. */
  readonly position: Position;
  /** Whether the batch that ends here changed a row. */
  readonly changed: boolean;
  /** What the log is recognized by from here on. Its event has all before it that concerned these tables: see `applyBatch`. */
  readonly mark: LogMark | undefined;
}

/** To be called in the transaction that changes the rows, under the lock of `lockCheckpoints`. */
export const moveCheckpoints = (sql: Sql, moves: readonly Move[]): Promise<object[]> =>
  sql.query(
    `UPDATE read_store.checkpoint AS c
        SET commit_position = m.commit, prepare_position = m.prepare, advanced_at = now(),
            changed_position = CASE WHEN m.changed THEN m.commit ELSE c.changed_position END,
            log = coalesce(m.log, c.log), seen_id = m.seen_id, seen_stream = m.seen_stream,
            seen_revision = m.seen_revision, seen_commit = m.seen_commit, seen_prepare = m.seen_prepare
       FROM jsonb_to_recordset($1::jsonb) AS m (schema text, commit bigint, prepare bigint, changed boolean, log text,
            seen_id text, seen_stream text, seen_revision bigint, seen_commit bigint, seen_prepare bigint)
      WHERE c.schema = m.schema`,
    [JSON.stringify(moves.map(rowOf))],
  );

const rowOf = ({ schema, position, changed, mark }: Move) => ({
  schema,
  commit: position.commit.toString(),
  prepare: position.prepare.toString(),
  changed,
  log: mark?.log,
  seen_id: mark?.seen?.id,
  seen_stream: mark?.seen?.stream,
  seen_revision: mark?.seen?.revision.toString(),
  seen_commit: mark?.seen?.position.commit.toString(),
  seen_prepare: mark?.seen?.position.prepare.toString(),
});
