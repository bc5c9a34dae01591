import { type Database, identifier } from '@groundswell/platform/database';

/** A manual change to a table, and how a note about it names the change. */
export interface Harm {
  readonly name: string;
  readonly does: (database: Database, schema: string, table: string) => Promise<unknown>;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly keyed: boolean;
}

const place = (schema: string, table: string): string => `${identifier(schema)}.${identifier(table)}`;

/** Tables of a schema, in alphabetical order. */
export const tablesIn = async (database: Database, schema: string): Promise<string[]> => {
  const found = await database.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
    [schema],
  );
  return found.map(({ name }) => name);
};

/** Columns of a table, key columns last. */
const columnsIn = (database: Database, schema: string, table: string): Promise<Column[]> =>
  database.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, coalesce(a.attnum = ANY (i.indkey::int2[]), false) AS keyed
       FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
      WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY keyed, a.attnum`,
    [place(schema, table)],
  );

/** Runs the first statement that PostgreSQL accepts. @throws AggregateError if it refuses all of them */
const firstOf = async (database: Database, statements: readonly string[]): Promise<void> => {
  const refused: unknown[] = [];
  for (const statement of statements) {
    try {
      await database.query(statement);
      return;
    } catch (fault) {
      refused.push(fault);
    }
  }
  throw new AggregateError(refused, `nothing of this could be done: ${statements.join('; ')}`);
};

/** Every kind of change that affects what queries read from a table. */
export const harms: readonly Harm[] = [
  {
    name: 'dropped',
    does: (database, schema, table) => database.query(`DROP TABLE ${place(schema, table)} CASCADE`),
  },
  {
    name: 'a column dropped',
    async does(database, schema, table) {
      const [column] = await columnsIn(database, schema, table);
      await database.query(
        `ALTER TABLE ${place(schema, table)} DROP COLUMN ${identifier(column?.name ?? '')} CASCADE`,
      );
    },
  },
  {
    name: 'a column added',
    does: (database, schema, table) =>
      database.query(`ALTER TABLE ${place(schema, table)} ADD COLUMN surplus text`),
  },
  {
    name: 'a type changed',
    async does(database, schema, table) {
      const columns = await columnsIn(database, schema, table);
      const statements = columns.map(({ name, type }) => {
        const [column, other] = [identifier(name), type === 'text' ? 'varchar' : 'text'];
        return `ALTER TABLE ${place(schema, table)} ALTER COLUMN ${column} DROP DEFAULT, ALTER COLUMN ${column} TYPE ${other} USING ${column}::${other}`;
      });
      await firstOf(database, statements);
    },
  },
  {
    name: 'an index dropped',
    async does(database, schema, table) {
      const found = await database.query<{ index: string; constraint: string | null }>(
        `SELECT c.relname AS index, k.conname AS constraint FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
           LEFT JOIN pg_constraint k ON k.conindid = c.oid WHERE i.indrelid = to_regclass($1) ORDER BY k.conname NULLS FIRST, 1`,
        [place(schema, table)],
      );
      const [first] = found;
      await database.query(
        first?.constraint
          ? `ALTER TABLE ${place(schema, table)} DROP CONSTRAINT ${identifier(first.constraint)} CASCADE`
          : `DROP INDEX ${identifier(schema)}.${identifier(first?.index ?? '')}`,
      );
    },
  },
];

/** Things that can be added to a table. */
export const furtherHarms: readonly Harm[] = [
  {
    name: 'an index added',
    does: (database, schema, table) =>
      database.query(`CREATE INDEX surplus_${table} ON ${place(schema, table)} ((1))`),
  },
  {
    name: 'a constraint added',
    does: (database, schema, table) =>
      database.query(`ALTER TABLE ${place(schema, table)} ADD CONSTRAINT surplus CHECK (true) NOT VALID`),
  },
  {
    name: 'a trigger and its function added',
    does: (database, schema, table) =>
      database.query(`CREATE FUNCTION ${identifier(schema)}.surplus_${table}() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RETURN NEW; END $$;
        CREATE TRIGGER surplus AFTER INSERT ON ${place(schema, table)}
          FOR EACH ROW EXECUTE FUNCTION ${identifier(schema)}.surplus_${table}()`),
  },
  {
    name: 'another table and type made beside it',
    does: (database, schema, table) =>
      database.query(`CREATE TABLE ${identifier(schema)}.${identifier(`${table}-surplus`)} (id int PRIMARY KEY);
        CREATE TYPE ${identifier(schema)}.${identifier(`${table}-kind`)} AS ENUM ('one')`),
  },
];

/** SQL for another value of the same type. */
const otherValue: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `NOT coalesce(${column}, false)`,
  bytea: (column) => `${column} || '\\x00'`,
  jsonb: () => `'{"altered": true}'`,
  date: (column) => `coalesce(${column}, '2026-01-01') + 1`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 second'`,
  'text[]': (column) => `${column} || 'x'`,
};

/** Alters one row. @returns false if there is none */
export const alterRow = async (database: Database, schema: string, table: string): Promise<boolean> => {
  const columns = await columnsIn(database, schema, table);
  const [first] = await database.query(`SELECT 1 FROM ${place(schema, table)} LIMIT 1`);
  if (!first) return false;
  const one = `ctid = (SELECT min(ctid) FROM ${place(schema, table)})`;
  const changes = columns.flatMap(({ name, type, keyed }) => {
    const column = identifier(name);
    const value = otherValue[type]?.(column);
    return keyed || !value || name === 'position' ? [] : [`${column} = ${value}`];
  });
  const statements = changes.map((change) => `UPDATE ${place(schema, table)} SET ${change} WHERE ${one}`);
  // Falls back to deleting a row that has only key columns or values that cannot be changed.
  await firstOf(database, [...statements, `DELETE FROM ${place(schema, table)} WHERE ${one}`]);
  return true;
};
