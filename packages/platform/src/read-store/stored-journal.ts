import { identifier } from '../database/database.js';
import { Lines, linesOf } from './copy-text.js';
import type { AnyJournal } from './row-table.js';
import { columnsOf } from './stored-rows.js';
import type { SideTable } from './waiting-rows.js';

/** Lines are only ever added: a position that is there already is refused, and all that is sent with it. */
export const storedJournal = <Row extends object>(journal: AnyJournal<Row>): SideTable => {
  const name = identifier(journal.name);
  const columns = columnsOf(journal.columns);
  const all = ['position', ...columns.map(({ column }) => column)].join(', ');
  const definitions = columns.map(({ definition }) => definition).join(', ');
  const statement = `COPY ${name} (${all}) FROM STDIN`;
  return {
    ddl: `CREATE TABLE ${name} (position bigint PRIMARY KEY, ${definitions})`,
    textOf: linesOf({ position: 'bigint', ...journal.columns }),
    textsOn: (pages) => new Lines(pages),
    async write(sql, sent) {
      const chunks = sent.map(({ bytes }) => bytes);
      if (chunks.length > 0) await sql.copyIn(statement, chunks);
    },
  };
};
