import { type Database, identifier, type Sql } from '../database/database.js';
import { lockRoom } from '../database/migrate.js';
import { FatalFault } from '../process/fatal.js';
import { type Checkpoint, insertCheckpoint, readCheckpoints, shapeOf, tell } from './checkpoint.js';
import { type ReadModel, schemaOf, shadowSchemaOf } from './read-model.js';

/** What must be done to a read model's served tables before this program can keep them. */
export type Installed = 'current' | 'older';

/**
 * Creates a read model's tables when there are none.
 * @throws FatalFault when the tables are of a newer version, or were changed without a new version
 */
export const installReadModel = (database: Database, model: ReadModel): Promise<Installed> =>
  database.transaction(async (sql) => {
    await lockRoom(sql, model.name);
    const schema = schemaOf(model);
    const [standing] = await readCheckpoints(sql, [schema]);
    if (!standing) await createTables(sql, model, schema);
    return standing ? compare(model, standing) : 'current';
  });

const compare = (model: ReadModel, standing: Checkpoint): Installed => {
  if (standing.version > model.version) {
    throw new FatalFault(
      `The database is newer than this program: ${model.name} stands at version ${standing.version}, and this ` +
        `program knows ${model.version}. Start the newer program, or restore an older database.`,
    );
  }
  if (standing.version === model.version && standing.shape !== shapeOf(model)) {
    throw new FatalFault(
      `The tables of ${model.name} were changed, but its version is still ${model.version}. Give it the next one.`,
    );
  }
  return standing.version === model.version ? 'current' : 'older';
};

/** Empty tables with a checkpoint before the first event, in place of whatever the schema held. */
export const createTables = async (sql: Sql, model: ReadModel, schema: string): Promise<void> => {
  await dropTables(sql, schema);
  await sql.query(`CREATE SCHEMA ${identifier(schema)}`);
  await sql.query(`SET LOCAL search_path TO ${identifier(schema)}`);
  await sql.query(model.ddl);
  await sql.query('SET LOCAL search_path TO DEFAULT');
  await insertCheckpoint(sql, schema, model);
};

const dropTables = async (sql: Sql, schema: string): Promise<void> => {
  await sql.query(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`);
  await sql.query('DELETE FROM read_store.checkpoint WHERE schema = $1', [schema]);
};

/**
 * Puts the tables that were built beside in the place of those that serve, in one transaction: a reader sees the
 * old ones or the new ones, never none. The shadow must not stand behind what it replaces.
 * @returns false when it does: build on, then ask again
 */
export const swapIn = (database: Database, model: ReadModel): Promise<boolean> =>
  database.transaction(async (sql) => {
    await lockRoom(sql, model.name);
    const [live, shadow] = [schemaOf(model), shadowSchemaOf(model)];
    const standings = await sql.query<{ schema: string; commit_position: string | null }>(
      'SELECT schema, commit_position FROM read_store.checkpoint WHERE schema = ANY ($1) FOR UPDATE',
      [[live, shadow]],
    );
    const reached = (schema: string): bigint =>
      BigInt(standings.find((standing) => standing.schema === schema)?.commit_position ?? 0);
    if (reached(shadow) < reached(live)) return false;
    await dropTables(sql, live);
    await sql.query(`ALTER SCHEMA ${identifier(shadow)} RENAME TO ${identifier(live)}`);
    await sql.query(
      'UPDATE read_store.checkpoint SET schema = $1, changed_position = commit_position WHERE schema = $2',
      [live, shadow],
    );
    await tell(sql, {
      readModel: model.name,
      position: reached(shadow).toString(),
      changed: true,
      streams: null,
    });
    return true;
  });
