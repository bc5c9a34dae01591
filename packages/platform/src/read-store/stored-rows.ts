import { identifier, type Sql } from '../database/sql.js';
import { together } from '../database/transaction.js';
import { JsonArrays } from './json-arrays.js';
import { Pages, type Sent } from './pages.js';
import type { RowTable } from './row-table.js';

/** A table without its fold, for a read model whose events touch several rows at once. */
export type Table<Row extends object> = Pick<RowTable<Row>, 'name' | 'key' | 'columns'>;

interface Stored<Row> {
  readonly row: Row;
  readonly position: bigint;
}

/** A row of a table as text: see `textOf`. */
interface StoredText {
  readonly text: string;
  readonly position: bigint;
}

export interface StoredRows<Row extends object> {
  readonly ddl: string;
  /**
   * The texts of rows by their key; those whose column `by` (the key when omitted) holds one of the values.
   */
  loadTexts(sql: Sql, values: readonly string[], by?: keyof Row & string): Promise<Map<string, StoredText>>;
  /** The same, as rows. */
  load(sql: Sql, values: readonly string[], by?: keyof Row & string): Promise<Map<string, Stored<Row>>>;
  /** Inserts or replaces; a row that has come further already stays as it is. */
  write(sql: Sql, rows: readonly Stored<Row>[]): Promise<void>;
  /** The same, of arrays of rows as they are sent: see `textOf`. */
  writeArrays(sql: Sql, arrays: readonly Sent[]): Promise<void>;
  remove(sql: Sql, keys: readonly string[]): Promise<void>;
}

/** A row as it is sent to the database. */
export const textOf = ({ row, position }: Stored<object>): string =>
  JSON.stringify({ ...row, position: position.toString() });

/** A row out of its text. */
export const rowOf = <Row extends object>(text: string): Row => {
  const { position: _, ...row } = JSON.parse(text);
  return row;
};

/** Sends arrays of JSON objects, each in a statement of its own. */
export const sendArrays = async (sql: Sql, statement: string, arrays: readonly Sent[]): Promise<void> => {
  await together(arrays.map(({ bytes }) => sql.query(statement, [bytes])));
};

/** Loads and writes whole rows of one table, any number at a time. */
export const storedRows = <Row extends object>(table: Table<Row>): StoredRows<Row> => {
  const statements = statementsOf(table);
  const loadTexts: StoredRows<Row>['loadTexts'] = async (sql, values, by = table.key) => {
    if (values.length === 0) return new Map();
    const found = await sql.query<Record<'key' | 'text' | 'position', string>>(statements.load(by), [values]);
    return new Map(found.map(({ key, text, position }) => [key, { text, position: BigInt(position) }]));
  };
  return {
    ddl: statements.create,
    loadTexts,
    async load(sql, values, by) {
      const found = await loadTexts(sql, values, by);
      return new Map(
        [...found].map(([key, { text, position }]) => [key, { row: rowOf<Row>(text), position }]),
      );
    },
    write(sql, rows) {
      const arrays = new JsonArrays(new Pages());
      for (const row of rows) arrays.add(textOf(row));
      return sendArrays(sql, statements.write, arrays.handOver());
    },
    writeArrays: (sql, arrays) => sendArrays(sql, statements.write, arrays),
    async remove(sql, keys) {
      if (keys.length > 0) await sql.query(statements.remove, [keys]);
    },
  };
};

interface Column {
  /** As it is in a statement. */
  readonly column: string;
  readonly type: string;
  readonly definition: string;
}

/** Names are escaped, types are not: both are the program's own. @param columns name to type; a `?` at its end allows null */
export const columnsOf = (columns: Readonly<Record<string, string>>): Column[] =>
  Object.entries(columns).map(([name, written]) => {
    const column = identifier(name);
    const type = written.replace('?', '');
    return { column, type, definition: `${column} ${type}${written.endsWith('?') ? '' : ' NOT NULL'}` };
  });

/**
 * Bytes of a row that is stored uncompressed in one piece, as much as a page allows. PostgreSQL would start
 * compressing at a quarter of this, which takes longer than everything else done to a row.
 */
const longestRow = 8_160;

/** All SQL of a table, written once when the process starts. */
const statementsOf = <Row extends object>(table: Table<Row>) => {
  const name = identifier(table.name);
  const key = identifier(table.key);
  const columns = columnsOf(table.columns);
  const all = [...columns.map(({ column }) => column), 'position'];
  const others = all.filter((column) => column !== key);
  const record = [...columns.map(({ column, type }) => `${column} ${type}`), 'position bigint'];
  return {
    create: `CREATE TABLE ${name} (${columns.map(({ definition }) => definition).join(', ')}, position bigint NOT NULL, PRIMARY KEY (${key})) WITH (toast_tuple_target = ${longestRow})`,
    load: (by: string) =>
      `SELECT ${key}::text AS key, row_to_json(t)::text AS text, position::text AS position FROM (SELECT ${all.join(', ')} FROM ${name} WHERE ${identifier(by)} = ANY ($1)) t`,
    write:
      `INSERT INTO ${name} (${all.join(', ')}) SELECT ${all.join(', ')} FROM jsonb_to_recordset($1) AS r (${record.join(', ')}) ` +
      `ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')} ` +
      `WHERE ${name}.position < excluded.position`,
    remove: `DELETE FROM ${name} WHERE ${key} = ANY ($1)`,
  };
};
