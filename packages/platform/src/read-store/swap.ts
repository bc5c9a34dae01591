import type { Database } from '../database/database.js';
import { lockRoom } from '../database/migrate.js';
import { withSignsOfLife } from '../database/signs-of-life.js';
import { identifier, type Sql } from '../database/sql.js';
import { codeOf } from '../faults.js';
import { timeLimits } from '../network/time-limits.js';
import { type Checkpoint, lockCheckpoints, nobodyComparesLock, swapLock, tell } from './checkpoint.js';
import { type Damage, damageOf, madeByModel } from './damage.js';
import { hasTables } from './install.js';
import { type ReadModel, schemaOf, shadowSchemaOf } from './read-model.js';

export interface SwapOptions {
  /** The serving tables keep their positions until this resolves: time for the shadow tables to catch up. */
  readonly whileStill?: (checkpoints: readonly Checkpoint[]) => Promise<void>;
  /** Names of evidence that the rebuilt equals row by row: it is dropped. Any other is set aside under another schema. */
  readonly equal?: ReadonlySet<string>;
  /** Writes what takes effect together with the swap, or not at all. */
  readonly alongside?: (sql: Sql) => Promise<void>;
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
  { whileStill, equal, alongside }: SwapOptions = {},
): Promise<boolean> => {
  const ordered = [...models].sort((a, b) => (a.name < b.name ? -1 : 1));
  const [altered] = await damageOf(
    database,
    ordered.map((model) => ({ ...madeByModel(model, ''), schema: shadowSchemaOf(model) })),
  );
  if (altered) throw new DamagedRebuild(altered);
  try {
    return await database.transaction(
      async (sql) => {
        await sql.query(nobodyComparesLock);
        for (const { name } of ordered) await lockRoom(sql, name);
        const still = await lockCheckpoints(sql, ordered.map(schemaOf));
        if (whileStill) await withSignsOfLife(sql, () => whileStill(still));
        const checkpoints = new Map(
          (await lockCheckpoints(sql, [...ordered.map(schemaOf), ...ordered.map(shadowSchemaOf)])).map(
            (checkpoint) => [checkpoint.schema, checkpoint],
          ),
        );
        if (!ordered.every((model) => isReady(model, checkpoints))) return false;
        await sql.query(`SET LOCAL lock_timeout = ${lockPatience}`);
        await sql.query(swapLock);
        for (const model of ordered) {
          if (model.isEvidence && !equal?.has(model.name)) await putAside(sql, model);
          await replace(sql, model, reachedBy(checkpoints.get(shadowSchemaOf(model))));
        }
        await alongside?.(sql);
        return true;
      },
      { silence: timeLimits.holding },
    );
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

const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';
