import { hash } from 'node:crypto';
import { FatalFault } from '../process/fatal.js';
import type { Database } from './database.js';
import { identifier, type Sql } from './sql.js';

/** One step of a room's own tables. Once released it never changes; its place in the list is its version. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

interface Applied {
  version: number;
  name: string;
  hash: string;
}

const hashOf = (sql: string): string => hash('sha256', sql);

/**
 * Milliseconds for each step, and to wait for another process that is migrating: a large table takes time.
 */
const mostTime = 60 * 60 * 1_000;

/**
 * Brings a schema to the newest version. Safe when several processes start together: all missing steps run in
 * one transaction.
 * @throws FatalFault when the database is newer than this program, or a released step was changed
 */
export const migrate = (database: Database, room: string, migrations: readonly Migration[]): Promise<void> =>
  database.transaction(
    async (sql) => {
      await lockRoom(sql, room);
      await createSchema(sql, room);
      await createVersions(sql, room);
      const applied = await sql.query<Applied>('SELECT version, name, hash FROM migration ORDER BY version');
      refuseStrangers(room, applied, migrations);
      for (const [index, migration] of migrations.entries()) {
        if (index < applied.length) continue;
        await sql.query(migration.sql);
        await sql.query('INSERT INTO migration (version, name, hash) VALUES ($1, $2, $3)', [
          index + 1,
          migration.name,
          hashOf(migration.sql),
        ]);
      }
    },
    { schemas: [room], patience: mostTime },
  );

/** Makes all tables of a room as they are after the newest step, in the schema where names are looked up. */
export const makeRoom = async (sql: Sql, migrations: readonly Migration[]): Promise<void> => {
  await sql.query(versionsTable);
  for (const migration of migrations) await sql.query(migration.sql);
};

/**
 * Asks the catalogue instead of using IF NOT EXISTS: with the schema named in the search path, PostgreSQL
 * remembers that it does not exist, even after another process created it while this one waited for the lock.
 */
const createSchema = async (sql: Sql, room: string): Promise<void> => {
  const found = await sql.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [room]);
  if (found.length === 0) await sql.query(`CREATE SCHEMA ${identifier(room)}`);
};

/** Asked as well: anyone who may only read goes through all this where nothing is missing. */
const createVersions = async (sql: Sql, room: string): Promise<void> => {
  const found = await sql.query("SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'migration'", [
    room,
  ]);
  if (found.length === 0) await sql.query(versionsTable);
};

const versionsTable = `CREATE TABLE migration (
  version integer PRIMARY KEY,
  name text NOT NULL,
  hash text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now())`;

/** Held until the transaction ends, so that processes which start side by side migrate one after the other. */
export const lockRoom = (sql: Sql, room: string): Promise<object[]> =>
  sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`migrate ${room}`]);

const refuseStrangers = (
  room: string,
  applied: readonly Applied[],
  migrations: readonly Migration[],
): void => {
  if (applied.length > migrations.length) {
    throw new FatalFault(
      `The database is newer than this program: ${room} is at version ${applied.length}, but this program ` +
        `knows ${migrations.length}. Start the newer program, or restore an older database.`,
    );
  }
  for (const { version, name, hash } of applied) {
    const migration = migrations[version - 1];
    if (!migration || migration.name !== name || hashOf(migration.sql) !== hash) {
      throw new FatalFault(
        `The database does not fit this program: step ${version} of ${room} ("${name}") was changed after its release.`,
      );
    }
  }
};
