import { identifier } from '../database/database.js';
import { copyLine } from './copy-text.js';
import type { AnyJournal } from './row-table.js';
import { columnsOf } from './stored-rows.js';
import { Lines, type SideTable } from './waiting-rows.js';

/** Lines are only ever added: a position that is there already is refused, and all that is sent with it. */
export const storedJournal = <Row extends object>(journal: AnyJournal<Row>): SideTable => {
  const name = identifier(journal.name);
  const columns = [
    { column: 'position', type: 'bigint', definition: 'position bigint PRIMARY KEY' },
    ...columnsOf(journal.columns),
  ];
  const names = ['position', ...Object.keys(journal.columns)];
  const types = columns.map(({ type }) => type);
  const statement = `COPY ${name} (${columns.map(({ column }) => column).join(', ')}) FROM STDIN`;
  return {
    ddl: `CREATE TABLE ${name} (${columns.map(({ definition }) => definition).join(', ')})`,
    textOf(line: Readonly<Record<string, unknown>>) {
      return copyLine(
        names.map((column) => line[column]),
        types,
      );
    },
    textsOn: (pages) => new Lines(pages),
    async write(sql, sent) {
      const chunks = sent.map(({ bytes }) => bytes);
      if (chunks.length > 0) await sql.copyIn(statement, chunks);
    },
  };
};
