import type { Database } from '@groundswell/platform/database';

/** Every row of every table of the instance as text, with bytes decoded as text. */
export const everythingIn = async (database: Database): Promise<string> => {
  const tables = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  if (tables.length < 9) throw new Error(`only ${tables.length} tables were found`);
  const rows = await Promise.all(
    tables.map(({ name }) => database.query<Record<string, unknown>>(`SELECT * FROM ${name}`)),
  );
  return rows
    .flat()
    .flatMap((row) => Object.values(row))
    .map((cell) => (cell instanceof Buffer ? cell.toString('latin1') : JSON.stringify(cell)))
    .join('\n');
};
