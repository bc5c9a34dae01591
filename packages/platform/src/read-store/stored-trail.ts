import { identifier } from '../database/sql.js';
import { JsonArrays } from './json-arrays.js';
import type { AnyTrail } from './row-table.js';
import { columnsOf, sendArrays } from './stored-rows.js';
import type { SideTable } from './waiting-rows.js';

/** Entries are inserted or replaced: the entry of a row's current day is written again and again. */
export const storedTrail = <Row extends object>({
  name: unquoted,
  key: [row, at],
  columns: written,
}: AnyTrail<Row>): SideTable & { readonly ddl: string } => {
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
    textOf: (entry) => JSON.stringify(entry),
    textsOn: (pages) => new JsonArrays(pages),
    write: (sql, arrays) => sendArrays(sql, statement, arrays),
  };
};
