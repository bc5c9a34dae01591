import { identifier, type Sql } from '../database/database.js';
import type { JsonArray } from './json-arrays.js';
import type { AnyTrail } from './row-table.js';
import { columnsOf, sendArrays } from './stored-rows.js';

export interface StoredTrail {
  readonly ddl: string;
  /** Inserts or replaces entries in JSON arrays as they are sent. */
  write(sql: Sql, arrays: readonly JsonArray[]): Promise<void>;
}

export const storedTrail = <Row extends object>({
  name: unquoted,
  key: [row, at],
  columns: written,
}: AnyTrail<Row>): StoredTrail => {
  const name = identifier(unquoted);
  const key = `${identifier(row)}, ${identifier(at)}`;
  const columns = columnsOf(written);
  const all = columns.map(({ column }) => column);
  const others = all.filter((column) => column !== identifier(row) && column !== identifier(at));
  const listed = (of: string): string => `(${others.map((column) => `${of}.${column}`).join(', ')})`;
  const statement =
    `INSERT INTO ${name} (${all.join(', ')}) SELECT ${all.join(', ')} ` +
    `FROM jsonb_to_recordset($1) AS r (${columns.map(({ column, type }) => `${column} ${type}`).join(', ')}) ` +
    `ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = excluded.${column}`).join(', ')} ` +
    `WHERE ${listed(name)} IS DISTINCT FROM ${listed('excluded')}`;
  return {
    ddl: `CREATE TABLE ${name} (${columns.map(({ definition }) => definition).join(', ')}, PRIMARY KEY (${key}))`,
    write: (sql, arrays) => sendArrays(sql, statement, arrays),
  };
};
