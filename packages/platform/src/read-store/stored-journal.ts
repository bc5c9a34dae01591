import { identifier, type Sql } from '../database/database.js';
import type { JsonArray } from './json-arrays.js';
import type { AnyJournal } from './row-table.js';
import { columnsOf, sendArrays } from './stored-rows.js';

export interface StoredJournal {
  readonly ddl: string;
  /** Inserts lines in JSON arrays as they are sent; one that is there already stays as it is. */
  write(sql: Sql, arrays: readonly JsonArray[]): Promise<void>;
}

export const storedJournal = <Row extends object>(journal: AnyJournal<Row>): StoredJournal => {
  const name = identifier(journal.name);
  const columns = columnsOf(journal.columns);
  const all = ['position', ...columns.map(({ column }) => column)].join(', ');
  const record = ['position bigint', ...columns.map(({ column, type }) => `${column} ${type}`)].join(', ');
  const statement =
    `INSERT INTO ${name} (${all}) SELECT ${all} FROM jsonb_to_recordset($1) AS r (${record}) ` +
    'ON CONFLICT (position) DO NOTHING';
  return {
    ddl: `CREATE TABLE ${name} (position bigint PRIMARY KEY, ${columns.map(({ definition }) => definition).join(', ')})`,
    write: (sql, arrays) => sendArrays(sql, statement, arrays),
  };
};
