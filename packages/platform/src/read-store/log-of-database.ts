import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrate.js';
import type { Sql } from '../database/sql.js';
import { together } from '../database/transaction.js';
import { OtherLog } from '../event-store/errors.js';
import type { LogId } from '../event-store/types.js';
import { isMissing } from '../faults.js';

/**
 * The log that everything in this database was read from. For rows older than log identities, the hash chain
 * tells: it begins with the id of the log's first event.
 */
export const logMigration: Migration = {
  name: 'which log was read, and the event stood at',
  sql: `
  CREATE TABLE log (
    id text PRIMARY KEY,
    is_current boolean NOT NULL DEFAULT true,
    since timestamptz NOT NULL DEFAULT now(),
    accepted_by text,
    reason text,
    set_aside_at timestamptz
  );
  CREATE UNIQUE INDEX log_current ON log (is_current) WHERE is_current;
  ALTER TABLE checkpoint ADD COLUMN log text, ADD COLUMN seen_id text, ADD COLUMN seen_stream text,
    ADD COLUMN seen_revision bigint, ADD COLUMN seen_commit bigint, ADD COLUMN seen_prepare bigint;
  DO $$
  DECLARE first bytea;
  BEGIN
    IF to_regclass('log_chain.chain_block') IS NOT NULL THEN
      EXECUTE 'SELECT substring(ids from 1 for 16) FROM log_chain.chain_block WHERE number = 0' INTO first;
      IF length(first) = 16 THEN
        INSERT INTO log (id) VALUES (encode(first, 'hex')::uuid::text);
        UPDATE checkpoint SET log = encode(first, 'hex')::uuid::text WHERE commit_position IS NOT NULL;
      END IF;
    END IF;
  END $$`,
};

/** What was set aside, and who decided it. */
export const asideMigration: Migration = {
  name: 'what was set aside',
  sql: `
  ALTER TABLE log DROP COLUMN accepted_by;
  ALTER TABLE log ADD COLUMN set_aside_by text;
  CREATE TABLE aside (
    schema text PRIMARY KEY,
    read_model text NOT NULL,
    log text,
    position bigint,
    set_aside_at timestamptz NOT NULL DEFAULT now()
  )`,
};

/** The log that this database belongs to; undefined until someone has read an event. */
export const readLogOfDatabase = async (sql: Sql): Promise<LogId | undefined> => {
  const [row] = await sql.query<{ id: LogId }>('SELECT id FROM read_store.log WHERE is_current', []);
  return row?.id;
};

/**
 * Binds this database to a log, unless it is bound already.
 * @throws OtherLog when it is bound to another
 */
export const adoptLog = async (sql: Sql, found: LogId): Promise<void> => {
  const adopting = sql.query('INSERT INTO read_store.log (id) VALUES ($1) ON CONFLICT DO NOTHING', [found]);
  const reading = readLogOfDatabase(sql);
  await together<unknown>([adopting, reading]);
  const current = await reading;
  if (current !== undefined && current !== found) throw new OtherLog(current, found);
};

/** Who continues from another log, and why. */
export interface TakenOn {
  readonly by: string;
  readonly reason: string;
}

/**
 * Binds this database to another log. Rows read from the former log stay marked, and are not served, until a
 * rebuild has replaced them.
 * @param found undefined when the event store is empty
 */
export const takeOnLog = (
  database: Database,
  found: LogId | undefined,
  { by, reason }: TakenOn,
): Promise<void> =>
  database.transaction(async (sql) => {
    // In the order in which all lock them.
    await sql.query('SELECT 1 FROM read_store.checkpoint ORDER BY schema FOR UPDATE', []);
    await sql.query(
      `UPDATE read_store.log SET is_current = false, set_aside_at = now(), set_aside_by = $2, reason = $3
        WHERE is_current AND id IS DISTINCT FROM $1::text`,
      [found ?? null, by, reason],
    );
    if (found !== undefined)
      await sql.query(
        `INSERT INTO read_store.log (id) VALUES ($1)
         ON CONFLICT (id) DO UPDATE SET is_current = true, set_aside_at = NULL, set_aside_by = NULL, reason = NULL`,
        [found],
      );
    await sql.query(
      `UPDATE read_store.checkpoint SET stranded = true
        WHERE commit_position IS NOT NULL AND log IS DISTINCT FROM $1::text`,
      [found ?? null],
    );
  });

/** The log that a service expects in the event store; undefined until something was read from one. */
export const expectedLog = (database: Database) => async (): Promise<LogId | undefined> => {
  try {
    return await readLogOfDatabase(database);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};
