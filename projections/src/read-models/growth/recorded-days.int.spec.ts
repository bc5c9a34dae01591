import { type Database, openDatabase } from '@groundswell/platform/database';
import { applyAtOnce, rows } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { readRecordedDays, recordedDays } from './recorded-days.js';

const table = rows(recordedDays);
const dayAt = (day: number): string => new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);

/** Days from one to before another, recorded in portions. */
const recorded = (symbol: string, first: number, end: number, each: number) => {
  const stream = history(`instrument-${symbol}`);
  return Array.from({ length: Math.ceil((end - first) / each) }, (_, turn) => {
    const from = first + turn * each;
    const days = Array.from({ length: Math.min(each, end - from) }, (_, day) => ({
      date: dayAt(from + day),
      close: '1',
      totalReturn: `0.${from + day}`,
    }));
    return stream.event('DailyReturnsRecorded', { symbol, days });
  });
};

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  drop = fresh.drop;
  database = openDatabase({ url: fresh.databaseUrl, name: 'recorded days spec' });
  await database.query(table.ddl);
  const events = [
    ...recorded('NIGHTLY', 0, 700, 1),
    ...recorded('AT-ONCE', 0, 700, 700),
    ...recorded('STOPPED', 0, 200, 5),
    ...recorded('YOUNG', 650, 700, 5),
  ];
  await database.transaction((sql) => applyAtOnce(table.live(), events, sql));
});
afterAll(async () => {
  await database.close();
  await drop();
});

const read = async (symbol: string, from: number) =>
  (await readRecordedDays(database, [symbol, 'UNKNOWN'], dayAt(from))).get(symbol) ?? [];
const numbersOf = (days: readonly { readonly totalReturn: string | null }[]) =>
  days.map(({ totalReturn }) => Number(totalReturn?.slice(2)));
const upTo = (first: number, end: number) => Array.from({ length: end - first }, (_, day) => first + day);

describe('days read from a date on', () => {
  it('begin with the stretch in which the date lies', async () => {
    const days = numbersOf(await read('NIGHTLY', 400));
    expect(days[0]).toBeLessThanOrEqual(400);
    expect(days[0]).toBeGreaterThan(400 - 60);
    expect(days).toEqual(upTo(days[0] ?? 0, 700));
  });

  it('are all there when they were recorded at once, or began later', async () => {
    expect(numbersOf(await read('AT-ONCE', 400))).toEqual(upTo(0, 700));
    expect(numbersOf(await read('YOUNG', 400))).toEqual(upTo(650, 700));
  });

  it('are the last ones of what has stopped before, which keeps its last price', async () => {
    expect(numbersOf(await read('STOPPED', 400)).at(-1)).toBe(199);
  });

  it('are none of what nothing was recorded of', async () => {
    const found = await readRecordedDays(database, ['UNKNOWN', 'YOUNG'], dayAt(0));
    expect([...found.keys()]).toEqual(['YOUNG']);
  });
});
