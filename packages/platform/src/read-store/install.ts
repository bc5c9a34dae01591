import type { Database } from '../database/database.js';
import { lockRoom } from '../database/migrate.js';
import { identifier, type Sql } from '../database/sql.js';
import { endWhenSilent } from '../database/transaction.js';
import { timeLimits } from '../network/time-limits.js';
import { FatalFault } from '../process/fatal.js';
import {
  type Checkpoint,
  insertCheckpoint,
  lockCheckpoints,
  moveToVersion,
  nobodyComparesLock,
  readCheckpoints,
  shapeOf,
  swapLock,
  tell,
} from './checkpoint.js';
import { type Damage, damageOf, madeByModel } from './damage.js';
import { type ReadModel, schemaOf, shadowSchemaOf } from './read-model.js';

/** What must be done to a read model's served tables before this program can keep them. */
export type Installed = 'current' | 'older';

/**
 * Creates a read model's tables when there are none.
 * @throws FatalFault when the tables are of a newer version, or were changed without a new version; EvidenceNotReplaced
 */
export const installReadModel = (database: Database, model: ReadModel): Promise<Installed> =>
  database.transaction(async (sql) => {
    await lockRoom(sql, model.name);
    const schema = schemaOf(model);
    const [stored] = await readCheckpoints(sql, [schema]);
    if (!stored && model.isEvidence && (await hasTables(sql, schema))) {
      throw new EvidenceNotReplaced(`its checkpoint is missing. ${undecided(model)}`);
    }
    if (!stored) await createTables(sql, model, schema);
    return stored ? upgradeInPlace(sql, model, stored) : 'current';
  });

/** Tables of evidence that a program would have to replace, which someone has to decide. */
export class EvidenceNotReplaced extends Error {
  override readonly name = 'EvidenceNotReplaced';
}

const undecided = ({ name }: Pick<ReadModel, 'name'>): string =>
  `Its tables are evidence, so nothing replaces them automatically: \`replay ${name} --set-aside --reason="…"\` ` +
  'sets them aside and continues with rebuilt ones.';

/** Whether a schema holds any table. */
export const hasTables = async (sql: Sql, schema: string): Promise<boolean> => {
  const [found] = await sql.query<{ there: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1) AS there',
    [schema],
  );
  return found?.there === true;
};

/** Upgrades tables in place, where the read model knows how to. */
const upgradeInPlace = async (sql: Sql, model: ReadModel, stored: Checkpoint): Promise<Installed> => {
  const installed = compare(model, stored);
  const { inPlace } = model;
  if (installed === 'current') return installed;
  if (stored.version !== inPlace?.from) {
    if (!model.isEvidence) return installed;
    throw new EvidenceNotReplaced(
      `its tables are recorded as version ${stored.version}, but this program makes version ${model.version}. ${undecided(model)}`,
    );
  }
  const schema = schemaOf(model);
  await within(sql, schema, inPlace.sql);
  await moveToVersion(sql, schema, model);
  return 'current';
};

const refuseNewer = (model: ReadModel, stored: Checkpoint): void => {
  if (stored.version > model.version) {
    throw new FatalFault(
      `The database is newer than this program: ${model.name} is at version ${stored.version}, but this ` +
        `program knows ${model.version}. Start the newer program, or restore an older database.`,
    );
  }
};

const compare = (model: ReadModel, stored: Checkpoint): Installed => {
  refuseNewer(model, stored);
  if (stored.version === model.version && stored.shape !== shapeOf(model)) {
    throw new FatalFault(
      `The tables of ${model.name} were changed, but its version is still ${model.version}. Give it the next one.`,
    );
  }
  return stored.version === model.version ? 'current' : 'older';
};

/** @throws FatalFault when tables that serve are of a newer version */
export const refuseOlderProgram = async (sql: Sql, models: readonly ReadModel[]): Promise<void> => {
  const stored = await readCheckpoints(sql, models.map(schemaOf));
  for (const model of models) {
    const checkpoint = stored.find(({ schema }) => schema === schemaOf(model));
    if (checkpoint) refuseNewer(model, checkpoint);
  }
};

/** Empty tables with a checkpoint before the first event, in place of whatever the schema held. */
export const createTables = async (sql: Sql, model: ReadModel, schema: string): Promise<void> => {
  await replaceTables(sql, model, schema);
  await indexTables(sql, model, schema);
};

/**
 * The same for a caller that writes all rows before anyone reads one. Indexes and completion come at the end.
 */
export const createBareTables = async (sql: Sql, model: ReadModel, schema: string): Promise<void> => {
  await replaceTables(sql, model, schema);
  // Autovacuum would clean up rows of which nearly all are still to be replaced.
  await onEachTable(sql, schema, (table) => `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
};

/** Which of these schemas hold bare tables not yet completed, by this process or by one that was killed. */
export const bareSchemas = async (sql: Sql, schemas: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = await sql.query<{ schema: string }>(
    `SELECT DISTINCT n.nspname AS schema FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND 'autovacuum_enabled=false' = ANY (c.reloptions)`,
    [schemas],
  );
  return new Set(found.map(({ schema }) => schema));
};

/** Makes the indexes that bare tables were left without. To be called in a transaction. */
export const indexTables = async (
  sql: Sql,
  { indexes = [] }: Pick<ReadModel, 'indexes'>,
  schema: string,
): Promise<void> => {
  if (indexes.length > 0) await within(sql, schema, indexes.join(';\n'));
};

/**
 * Turns bare tables into normal ones, in one transaction and last of all, so that an interrupted build is
 * still known as bare. Analyzes them: PostgreSQL then plans the first queries with statistics, not only those
 * of a minute later.
 */
export const completeTables = async (sql: Sql, schema: string): Promise<void> => {
  await onEachTable(sql, schema, (table) => `ANALYZE ${table}`);
  await onEachTable(sql, schema, (table) => `ALTER TABLE ${table} RESET (autovacuum_enabled)`);
};

const replaceTables = async (sql: Sql, model: ReadModel, schema: string): Promise<void> => {
  await dropTables(sql, schema);
  await sql.query(`CREATE SCHEMA ${identifier(schema)}`);
  await within(sql, schema, model.ddl);
  await insertCheckpoint(sql, schema, model);
};

const onEachTable = async (
  sql: Sql,
  schema: string,
  statementFor: (table: string) => string,
): Promise<void> => {
  const tables = await sql.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY tablename',
    [schema],
  );
  for (const { name } of tables) await sql.query(statementFor(`${identifier(schema)}.${identifier(name)}`));
};

const within = async (sql: Sql, schema: string, statements: string): Promise<void> => {
  await sql.query(`SET LOCAL search_path TO ${identifier(schema)}`);
  await sql.query(statements);
  await sql.query('SET LOCAL search_path TO DEFAULT');
};

/** Removes a schema with its checkpoint. */
export const dropTables = async (sql: Sql, schema: string): Promise<void> => {
  await sql.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`);
  await sql.query('DELETE FROM read_store.checkpoint WHERE schema = $1', [schema]);
};

export interface SwapOptions {
  /** The serving tables keep their positions until this resolves: time for the shadow tables to catch up. */
  readonly whileStill?: (checkpoints: readonly Checkpoint[]) => Promise<void>;
  /** Names of evidence that the rebuilt equals row by row: it is dropped. Any other is set aside under another schema. */
  readonly equal?: ReadonlySet<string>;
}

/** Someone has altered the tables that were built: they must not serve. */
export class DamagedRebuild extends Error {
  override readonly name = 'DamagedRebuild';
  constructor({ schema, words }: Damage) {
    super(`The rebuilt tables in ${schema} were altered meanwhile: ${words} Run the command again.`);
  }
}

/**
 * Milliseconds for which current readers may hold up a swap; new readers wait as long. Then it is retried.
 */
const lockPatience = 250;

/**
 * Replaces the serving tables by the rebuilt ones, all in one transaction: a reader sees the old ones or the
 * new ones, never none and never a mixture. No shadow may be behind what it replaces, unless that holds
 * events that the log has lost; nor may it hold such events itself.
 * @throws DamagedRebuild when a shadow is not as this program creates it
 * @returns false when a shadow is behind, when someone compares the serving tables, or when readers did not
 * finish in time: nothing has changed; try again after a pause
 */
export const swapIn = async (
  database: Database,
  models: readonly ReadModel[],
  { whileStill, equal }: SwapOptions = {},
): Promise<boolean> => {
  const ordered = [...models].sort((a, b) => (a.name < b.name ? -1 : 1));
  const [altered] = await damageOf(
    database,
    ordered.map((model) => ({ ...madeByModel(model, ''), schema: shadowSchemaOf(model) })),
  );
  if (altered) throw new DamagedRebuild(altered);
  try {
    return await database.transaction(async (sql) => {
      await sql.query(nobodyComparesLock);
      for (const { name } of ordered) await lockRoom(sql, name);
      await whileStill?.(await lockCheckpoints(sql, ordered.map(schemaOf)));
      const checkpoints = new Map(
        (await lockCheckpoints(sql, [...ordered.map(schemaOf), ...ordered.map(shadowSchemaOf)])).map(
          (checkpoint) => [checkpoint.schema, checkpoint],
        ),
      );
      if (!ordered.every((model) => isReady(model, checkpoints))) return false;
      await sql.query(`SET LOCAL lock_timeout = ${lockPatience}`);
      await sql.query(endWhenSilent(timeLimits.holding));
      await sql.query(swapLock);
      for (const model of ordered) {
        if (model.isEvidence && !equal?.has(model.name)) await putAside(sql, model);
        await replace(sql, model, reachedBy(checkpoints.get(shadowSchemaOf(model))));
      }
      return true;
    });
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
};

const reachedBy = (checkpoint: Checkpoint | undefined): bigint =>
  checkpoint ? (checkpoint.position?.commit ?? 0n) : -1n;

/**
 * The position of the last event that tables hold. Between it and the tables' position there was none for
 * them, and the log may end before that position.
 */
const heldBy = (checkpoint: Checkpoint | undefined): bigint =>
  checkpoint?.mark.seen?.position.commit ?? reachedBy(checkpoint);

const isReady = (model: ReadModel, checkpoints: ReadonlyMap<string, Checkpoint>): boolean => {
  const [live, shadow] = [checkpoints.get(schemaOf(model)), checkpoints.get(shadowSchemaOf(model))];
  if (shadow?.stranded) return false;
  return live?.stranded === true || reachedBy(shadow) >= heldBy(live);
};

/** `log_chain` becomes `log_chain__aside_20261124T021500_123456`, by the clock of the database. */
const putAside = async (sql: Sql, model: ReadModel): Promise<void> => {
  const schema = schemaOf(model);
  if (!(await hasTables(sql, schema))) return;
  const [stamp] = await sql.query<{ text: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYYMMDD"T"HH24MISS"_"US') AS text`,
  );
  const aside = `${schema}__aside_${stamp?.text}`;
  await sql.query(`ALTER SCHEMA ${identifier(schema)} RENAME TO ${identifier(aside)}`);
  await sql.query(
    `INSERT INTO read_store.aside (schema, read_model, log, position)
     SELECT $2, $3, log, commit_position
       FROM (VALUES (1)) AS one LEFT JOIN read_store.checkpoint ON schema = $1`,
    [schema, aside, model.name],
  );
};

const replace = async (sql: Sql, model: ReadModel, reached: bigint): Promise<void> => {
  const [live, shadow] = [schemaOf(model), shadowSchemaOf(model)];
  await sql.query(`DROP SCHEMA IF EXISTS ${identifier(live)} CASCADE`);
  await sql.query(`ALTER SCHEMA ${identifier(shadow)} RENAME TO ${identifier(live)}`);
  // Updated in place: processes that wait for this row read its new values and continue.
  await sql.query(
    `INSERT INTO read_store.checkpoint
       (schema, read_model, version, shape, commit_position, prepare_position, changed_position,
        log, seen_id, seen_stream, seen_revision, seen_commit, seen_prepare)
     SELECT $1, read_model, version, shape, commit_position, prepare_position, coalesce(commit_position, 0),
            log, seen_id, seen_stream, seen_revision, seen_commit, seen_prepare
       FROM read_store.checkpoint WHERE schema = $2
     ON CONFLICT (schema) DO UPDATE SET version = excluded.version, shape = excluded.shape,
       commit_position = excluded.commit_position, prepare_position = excluded.prepare_position,
       changed_position = excluded.changed_position, advanced_at = now(), stranded = false, log = excluded.log,
       seen_id = excluded.seen_id, seen_stream = excluded.seen_stream, seen_revision = excluded.seen_revision,
       seen_commit = excluded.seen_commit, seen_prepare = excluded.seen_prepare`,
    [live, shadow],
  );
  await sql.query('DELETE FROM read_store.checkpoint WHERE schema = $1', [shadow]);
  // The damage is gone with the old tables.
  await sql.query('DELETE FROM read_store.damage WHERE schema = $1', [live]);
  await tell(sql, { readModel: model.name, position: reached.toString(), changed: true, streams: null });
};

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';
