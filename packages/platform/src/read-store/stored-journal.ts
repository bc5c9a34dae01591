import { identifier } from '../database/sql.js';
import { Lines, linesOf } from './copy-text.js';
import { JsonArrays } from './json-arrays.js';
import type { AnyJournal } from './row-table.js';
import { columnsOf, sendArrays } from './stored-rows.js';
import type { SideTable } from './waiting-rows.js';

export interface StoredJournal {
  readonly ddl: string;
  /** By COPY, for many lines. */
  readonly inBulk: SideTable;
  /** By INSERT, which a pipelined connection takes. */
  readonly live: SideTable;
}

/** Lines are only ever added: a position that is there already is refused, and all that is sent with it. */
export const storedJournal = <Row extends object>(journal: AnyJournal<Row>): StoredJournal => {
  const name = identifier(journal.name);
  const columns = columnsOf(journal.columns);
  const all = ['position', ...columns.map(({ column }) => column)].join(', ');
  const definitions = columns.map(({ definition }) => definition).join(', ');
  const record = ['position bigint', ...columns.map(({ column, type }) => `${column} ${type}`)].join(', ');
  const copy = `COPY ${name} (${all}) FROM STDIN`;
  const insert = `INSERT INTO ${name} (${all}) SELECT ${all} FROM jsonb_to_recordset($1) AS r (${record})`;
  const inBulk: SideTable = {
    textOf: linesOf({ position: 'bigint', ...journal.columns }),
    textsOn: (pages) => new Lines(pages),
    async write(sql, sent) {
      const chunks = sent.map(({ bytes }) => bytes);
      if (chunks.length > 0) await sql.copyIn(copy, chunks);
    },
  };
  const live: SideTable = {
    textOf: (line) => JSON.stringify(line),
    textsOn: (pages) => new JsonArrays(pages),
    write: (sql, sent) => sendArrays(sql, insert, sent),
  };
  return { ddl: `CREATE TABLE ${name} (position bigint PRIMARY KEY, ${definitions})`, inBulk, live };
};
