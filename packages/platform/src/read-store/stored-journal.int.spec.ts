import { freshDatabase } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database.js';
import type { RecordedEvent } from '../event-store/types.js';
import type { Journal } from './row-table.js';
import { storedJournal } from './stored-journal.js';
import { WaitingRows } from './waiting-rows.js';

interface Line {
  readonly text: string;
  readonly note: string | null;
  readonly names: readonly string[];
  readonly count: number;
  readonly is_true: boolean;
  readonly at: string;
  readonly value: object;
}

const journal: Journal<object, Line> = {
  name: 'line',
  columns: {
    text: 'text',
    note: 'text?',
    names: 'text[]',
    count: 'integer',
    is_true: 'boolean',
    at: 'timestamptz',
    value: 'jsonb',
  },
  lineOf: (_: RecordedEvent) => undefined,
};
const table = storedJournal(journal);

const difficult = [
  '',
  ' ',
  '\\N',
  '\\.',
  'a\tb\nc\r\nd',
  '"quoted", {braced}, \'single\'',
  'back\\slash\\',
  'NULL',
  'é 漢 👩‍🚀',
  '\u0001\u0008\u000b\u001f\u007f\u2028',
];
const lineOf = (text: string, index: number): Line => ({
  text,
  note: index % 2 === 0 ? text : null,
  names: difficult.slice(0, index),
  count: index - 3,
  is_true: index % 2 === 0,
  at: '2026-11-01T05:06:07.089Z',
  value: { text, nested: [index, null, { [text]: text }] },
});
const lines = difficult.map(lineOf);

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec', connections: 1 });
  await database.query(table.ddl);
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

let way: 'inBulk' | 'live';

const write = (from: number, some: readonly Line[]): Promise<void> => {
  const waiting = new WaitingRows(table[way]);
  for (const [index, line] of some.entries()) waiting.add({ position: String(from + index), ...line });
  return waiting.handOver()(database);
};
const stored = (): Promise<Line[]> =>
  database.query(
    'SELECT position::int, text, note, names, count, is_true, at, value FROM line ORDER BY line.position',
  );

describe.each(['inBulk', 'live'] as const)('a journal in the database, written %s', (tried) => {
  beforeEach(() => {
    way = tried;
  });

  it('stores every line as given, whatever it contains', async () => {
    await write(1, lines);
    expect(await stored()).toEqual(
      lines.map(({ at, ...line }, index) => ({ position: index + 1, ...line, at: new Date(at) })),
    );
  });

  it('holds more than fits on one page', async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      lineOf(`${index} ${'é'.repeat(200)}`, index % 7),
    );
    await write(1, many);
    expect((await stored()).map((row) => row.text)).toEqual(many.map(({ text }) => text));
  });

  it('refuses an existing position, with its whole batch, and accepts the next ones', async () => {
    await write(3, lines.slice(0, 1));
    await expect(write(1, lines)).rejects.toMatchObject({ code: '23505' });
    await write(4, lines.slice(1));
    expect((await stored()).map(({ text }) => text)).toEqual(difficult);
  });

  it('undoes them with the transaction in which they were written', async () => {
    const undone = database.transaction(async (sql) => {
      const waiting = new WaitingRows(table[way]);
      waiting.add({ position: '1', ...lineOf('one', 1) });
      await waiting.handOver()(sql);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stored()).toEqual([]);
  });
});
