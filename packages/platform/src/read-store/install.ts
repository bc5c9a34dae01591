import type { Database } from '../database/database.js';
import { lockRoom } from '../database/migrate.js';
import { identifier, type Sql } from '../database/sql.js';
import { FatalFault } from '../process/fatal.js';
import { type Checkpoint, insertCheckpoint, moveToVersion, readCheckpoints, shapeOf } from './checkpoint.js';
import { type ReadModel, schemaOf } from './read-model.js';

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
