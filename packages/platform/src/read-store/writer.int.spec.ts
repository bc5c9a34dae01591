import { setTimeout } from 'node:timers/promises';
import { freshDatabase } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/database.js';
import type { Position, RecordedEvent } from '../event-store/types.js';
import { applyBatch, applyGathered, CheckpointMoved } from './apply-batch.js';
import { prepareReadStore, readCheckpoints } from './checkpoint.js';
import { HeldRows } from './held-rows.js';
import { createTables } from './install.js';
import { foldJournal, foldRows, foldTrail, type Journal, type RowTable, type Trail } from './row-table.js';
import { rows } from './row-writer.js';
import { storedRows } from './stored-rows.js';

interface Tally {
  readonly stream: string;
  readonly count: number;
  readonly day: string | null;
}

interface DayOfTally {
  readonly stream: string;
  readonly day: string;
  readonly count: number;
}

const trail: Trail<Tally, DayOfTally> = {
  name: 'day_of_tally',
  key: ['stream', 'day'],
  columns: { stream: 'text', day: 'text', count: 'integer' },
  at: ({ day }) => day,
  entryOf: ({ stream, day, count }) => ({ stream, day: day ?? '', count }),
};

const journal: Journal<Tally, { readonly stream: string; readonly rise: string }> = {
  name: 'rise_of_tally',
  columns: { stream: 'text', rise: 'text' },
  lineOf: (_, before, { stream, count }) =>
    count % 2 === 0 ? undefined : { stream, rise: `${before?.count ?? 0} to ${count}` },
};

/** Counts events, and notes the count at the end of each day on which there was one, and every second rise. */
const table: RowTable<Tally> = {
  name: 'tally',
  key: 'stream',
  columns: { stream: 'text', count: 'integer', day: 'text?' },
  keyOf: ({ stream }) => stream,
  evolve: (row, { stream, data }) => {
    const { name } = data as { name: string };
    if (name === 'vanish') return undefined;
    return { stream, count: (row?.count ?? 0) + 1, day: name };
  },
  trail,
  journal,
};
const tallies = {
  name: 'tallies',
  version: 1,
  categories: ['concept'] as const,
  ...rows(table),
  queries: {},
};

const at = (commit: number): Position => ({ commit: BigInt(commit), prepare: BigInt(commit) });
const event = (position: number, stream: string, name: string): RecordedEvent =>
  ({ type: 'ConceptRenamed', data: { name }, stream, position: at(position) }) as RecordedEvent;

/** Five days of events on seven streams. */
const events = Array.from({ length: 200 }, (_, index) =>
  event(index + 1, `stream ${(index * index) % 7}`, `day ${Math.floor(index / 40)}`),
);

const schema = 'tallies__next';
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec', schemas: [schema] });
  await prepareReadStore(database);
  await database.transaction((sql) => createTables(sql, tallies, schema));
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

const stored = async () => ({
  rows: await database.query('SELECT stream, count, day FROM tally ORDER BY stream'),
  trail: await database.query('SELECT stream, day, count FROM day_of_tally ORDER BY stream, day'),
  journal: await database.query(
    'SELECT position::text, stream, rise FROM rise_of_tally t ORDER BY t.position',
  ),
});
const byKey = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
const expected = (of: readonly RecordedEvent[]) => ({
  rows: foldRows(table, of).sort(byKey),
  trail: foldTrail(table, of).sort(byKey),
  journal: foldJournal(table, of),
});

describe('a writer', () => {
  it.each([1, 3, 50, 200])(
    'comes to the same rows, trail and journal when it hands over every %i events',
    async (every) => {
      const writer = tallies.inBulk.writer(true);
      let left: Position | undefined;
      let work: Promise<void> | undefined;
      for (const [index, each] of events.entries()) {
        await writer.prepare([each], database);
        writer.take([each]);
        if ((index + 1) % every > 0 && index < events.length - 1) continue;
        // The next ones are taken while this is on its way.
        await work;
        writer.written();
        const gathered = { write: writer.handOver().write, from: left, to: each.position };
        left = each.position;
        work = applyGathered(database, tallies, schema, gathered);
      }
      await work;
      expect(await stored()).toEqual(expected(events));
      expect(await readCheckpoints(database, [schema])).toMatchObject([{ position: at(200), changed: 200n }]);
    },
  );

  it('comes to them as well when each batch has a writer of its own', async () => {
    for (let from = 0; from < events.length; from += 30) {
      const some = events.slice(from, from + 30);
      const position = some.at(-1)?.position ?? at(0);
      await applyBatch(database, tallies, schema, { events: some, position });
    }
    expect(await stored()).toEqual(expected(events));
  });

  it('does not continue from tables that a crash has set back', async () => {
    const some = events.slice(0, 10);
    await applyBatch(database, tallies, schema, { events: some, position: at(10) });
    const before = await stored();
    const gathered = { write: async () => true, from: at(20), to: at(30) };
    await expect(applyGathered(database, tallies, schema, gathered)).rejects.toThrow(CheckpointMoved);
    const batch = { events: events.slice(20, 30), position: at(30) };
    await expect(applyBatch(database, tallies, schema, batch, at(20))).rejects.toThrow(CheckpointMoved);
    expect(await stored()).toEqual(before);
    await applyBatch(database, tallies, schema, { events, position: at(200) }, at(10));
    expect(await stored()).toEqual(expected(events));
  });

  it('lets others continue when it falls silent in the middle of a write, as a frozen process does', async () => {
    const waking = new AbortController();
    const write = async (): Promise<boolean> => {
      await setTimeout(60_000, undefined, { signal: waking.signal }).catch(() => undefined);
      return true;
    };
    const frozen = applyGathered(database, tallies, schema, { write, from: undefined, to: at(10) });
    const failed = expect(frozen).rejects.toThrow();
    const rowsHeld = () =>
      database.query(
        `SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
      );
    await expect.poll(async () => (await rowsHeld()).length).toBe(1);

    await applyBatch(database, tallies, schema, { events, position: at(200) });

    expect(await stored()).toEqual(expected(events));
    waking.abort();
    await failed;
    expect(await readCheckpoints(database, [schema])).toMatchObject([{ position: at(200) }]);
  });

  it('refuses to remove a row that has a trail', async () => {
    const batch = { events: [event(1, 'a', 'day 0'), event(2, 'a', 'vanish')], position: at(2) };
    await expect(applyBatch(database, tallies, schema, batch)).rejects.toThrow('which has a trail');
  });
});

describe('rows in memory', () => {
  const table = storedRows<Tally>({
    name: 'tally',
    key: 'stream',
    columns: { stream: 'text', count: 'integer', day: 'text?' },
  });
  const keys = Array.from({ length: 40 }, (_, index) => `stream ${index}`);
  /** How many rows were looked for. */
  let loaded = 0;
  const counted: typeof table = {
    ...table,
    loadTexts(sql, values) {
      loaded += values.length;
      return table.loadTexts(sql, values);
    },
  };
  const write = async (held: HeldRows<Tally>): Promise<void> => {
    await table.writeArrays(database, held.handOver().arrays);
    held.written();
  };
  const count = (held: HeldRows<Tally>, key: string, position: number): void => {
    const { row } = held.get(key);
    held.change(key, { stream: key, count: (row?.count ?? 0) + 1, day: null }, BigInt(position));
  };

  it('are evicted when there are too many, and come back as they were', async () => {
    loaded = 0;
    const held = new HeldRows<Tally>(counted, false, 500);
    for (let round = 1; round <= 3; round += 1) {
      for (const key of keys) {
        await held.load(database, [key]);
        count(held, key, round);
        await write(held);
      }
    }
    expect(loaded).toBeGreaterThan(keys.length);
    const found = await database.query<Tally>('SELECT count FROM tally');
    expect(found.map(({ count }) => count)).toEqual(keys.map(() => 3));
  });

  it('move together when most of what lies on their pages is past, and need not be looked for again', async () => {
    loaded = 0;
    const held = new HeldRows<Tally>(counted, false, 64 * 1_024);
    for (let round = 1; round <= 60; round += 1) {
      for (const key of keys) {
        await held.load(database, [key]);
        count(held, key, round);
      }
      await write(held);
    }
    // Two thousand rows were sent, of which forty are left.
    expect(loaded).toBe(keys.length);
    const found = await database.query<Tally>('SELECT count FROM tally');
    expect(found.map(({ count }) => count)).toEqual(keys.map(() => 60));
  });

  it('are written as they were handed over, however many are read meanwhile', async () => {
    const others = keys.map((key) => `another ${key}`);
    await table.write(
      database,
      others.map((stream) => ({ row: { stream, count: 9, day: null }, position: 9n })),
    );
    const held = new HeldRows<Tally>(counted, false, 0);
    await held.load(database, keys);
    for (const key of keys) count(held, key, 1);
    const { arrays } = held.handOver();
    for (const other of others) await held.load(database, [other]);
    await table.writeArrays(database, arrays);
    held.written();
    const found = await database.query<Tally>('SELECT stream FROM tally WHERE position = $1', [1]);
    expect(found.map(({ stream }) => stream).sort()).toEqual([...keys].sort());
  });

  it('stay when they have changed, are on their way, or were looked for just now', async () => {
    const held = new HeldRows<Tally>(counted, false, 0);
    await held.load(database, keys);
    for (const key of keys.slice(0, 20)) count(held, key, 1);
    const { arrays } = held.handOver();
    count(held, 'stream 0', 2);
    await table.writeArrays(database, arrays);
    held.written();
    await held.load(database, ['stream 10']);
    await held.load(database, ['stream 39']);
    expect([held.get('stream 0').row?.count, held.get('stream 10').row?.count]).toEqual([2, 1]);
    await held.load(database, ['stream 39']);
    expect(held.get('stream 0').row?.count).toBe(2);
    expect(() => held.get('stream 10')).toThrow('before it was loaded');
    await write(held);
    expect(await database.query('SELECT count FROM tally WHERE stream = $1', ['stream 0'])).toEqual([
      { count: 2 },
    ]);
  });
});
