import type { DailyReturn, MissingPrice } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { growth } from './growth.js';
import { recomputation } from './recomputation.js';

const closing: (() => Promise<void>)[] = [];
const openGrowth = async (): Promise<Database> => {
  const { databaseUrl, drop } = await freshDatabase();
  const database = openDatabase({ url: databaseUrl, name: 'growth spec' });
  closing.push(async () => {
    await database.close();
    await drop();
  });
  await database.query(growth.ddl);
  return database;
};
afterAll(async () => {
  for (const close of closing) await close();
});

const apply = (database: Database, events: readonly RecordedEvent[]) =>
  database.transaction((sql) => growth.apply(events, sql));

const dateAt = (day: number): string => new Date(Date.UTC(2024, 10, 1 + day)).toISOString().slice(0, 10);
const isSession = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** Days from November 1, 2024 to November 20, 2025, with returns from a fixed sequence. */
const daysOf = (seed: number, { from = 0, allWeek = false } = {}): DailyReturn[] => {
  const dates = Array.from({ length: 385 }, (_, day) => dateAt(day)).filter(
    (date) => allWeek || isSession(date),
  );
  let state = seed;
  return dates.slice(from).map((date, index) => {
    state = (state * 48_271) % 2_147_483_647;
    const move = ((state % 40_001) - 19_600) / 1_000_000;
    return { date, close: '100', totalReturn: index === 0 ? null : move.toFixed(6) };
  });
};

const split = (days: readonly DailyReturn[], at: number) => [days.slice(0, at), days.slice(at)] as const;

const recorded = (symbol: string, ...batches: (readonly DailyReturn[])[]) => {
  const stream = history(`instrument-${symbol.replace('/', '_')}`);
  return batches.map((days) => stream.event('DailyReturnsRecorded', { symbol, days: [...days] }));
};

const market = history('market-us');
const completed = (date: string, ...missing: MissingPrice[]) =>
  market.event('SessionPricesCompleted.v2', { date, symbols: 4, missing });

/**
 * Sets the instant of an event, which decides from which session a change counts. The kit's own clock does not reach
 * 2025.
 */
const at = (instant: string, event: RecordedEvent): RecordedEvent => ({
  ...event,
  metadata: { ...event.metadata, occurredAt: instant },
});

const concept = (id: string) => {
  const stream = history(`concept-${id}`);
  return {
    created: (instant: string) =>
      at(instant, stream.event('ConceptCreated', { conceptId: id, name: id, description: id })),
    added: (instant: string, symbol: string, weight: number) =>
      at(
        instant,
        stream.event('AllocationAdded', {
          allocationId: symbol,
          subConceptId: 's',
          symbol,
          companyName: symbol,
          weight,
        }),
      ),
    removed: (instant: string, symbol: string) =>
      at(instant, stream.event('AllocationRemoved', { allocationId: symbol })),
    renamed: () => stream.event('ConceptRenamed', { name: `${id} anew` }),
  };
};

/**
 * A year of a small instance: an old concept that was changed, a young one, a coin, and a symbol listed during the
 * year.
 */
const story = (): RecordedEvent[] => {
  const ocean = concept('ocean');
  const mixed = concept('mixed');
  const [spyEarly, spyLast] = split(daysOf(1), 270);
  const [aaaEarly, aaaLast] = split(daysOf(2), 270);
  const [spyFirst, spyNight] = recorded('SPY', spyEarly, spyLast);
  const [aaaFirst, aaaNight] = recorded('AAA', aaaEarly, aaaLast);
  return [
    ocean.created('2024-11-11T15:00:00Z'),
    ocean.added('2024-11-11T15:01:00Z', 'AAA', 6_000),
    ocean.added('2024-11-11T15:02:00Z', 'BBB', 3_000),
    spyFirst,
    aaaFirst,
    ...recorded('BBB', daysOf(3)),
    completed('2025-11-14'),
    ocean.added('2025-03-20T15:00:00Z', 'YNG', 1_000),
    ocean.renamed(),
    ocean.removed('2025-08-02T15:00:00Z', 'BBB'),
    ...recorded('YNG', daysOf(4, { from: 150 })),
    mixed.created('2025-09-01T15:00:00Z'),
    mixed.added('2025-09-01T15:00:00Z', 'C/USD', 2_500),
    mixed.added('2025-09-02T22:00:00Z', 'AAA', 2_500),
    ...recorded('C/USD', daysOf(5, { allWeek: true })),
    spyNight,
    aaaNight,
    completed('2025-11-20'),
  ].flatMap((event) => event ?? []);
};

const rowsOf = (database: Database) =>
  database.query<{ row: string }>('SELECT to_jsonb(t)::text AS row FROM growth_series t ORDER BY id');

describe('growth', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openGrowth();
  });

  it('is not touched by a change of anything but what is held', async () => {
    await apply(database, story());
    const before = await database.query<{ version: string }>(
      'SELECT xmin::text AS version FROM growth_series',
    );
    expect(await apply(database, [concept('ocean').renamed()])).toBe(false);
    expect(await database.query('SELECT xmin::text AS version FROM growth_series')).toEqual(before);
    expect(before).toHaveLength(2);
  });

  it('is shown over the year up to the last complete session, with the part that was simulated told apart', async () => {
    await apply(database, story());
    const ocean = await growth.queries.ofConcept(database, 'ocean');
    expect(ocean?.points[0]).toEqual(['2024-11-20', '100.000000', '100.000000', true]);
    expect(ocean?.points.at(-1)?.[0]).toBe('2025-11-20');
    expect(ocean?.tracked_since).toBe('2024-11-20');
    expect(ocean?.risk?.drawdown).not.toBeNull();
    const mixed = await growth.queries.ofConcept(database, 'mixed');
    expect(mixed?.tracked_since).toBe('2025-09-01');
    expect(mixed?.points.find(([date]) => date === '2025-08-29')?.[3]).toBe(false);
    const last = Number(mixed?.points.at(-1)?.[1]);
    expect(Number(mixed?.performance)).toBeCloseTo(last / 100 - 1, 8);
  });

  it('is the same however the log was cut, also of what was listed after the last complete session', async () => {
    const ocean = concept('ocean');
    const events = [
      ocean.created('2024-11-11T15:00:00Z'),
      ocean.added('2024-11-11T15:01:00Z', 'AAA', 6_000),
      ...recorded('SPY', daysOf(1)),
      ...recorded('AAA', daysOf(2)),
      completed('2025-11-14'),
      ocean.added('2025-10-20T15:00:00Z', 'NEW', 1_000),
      ...recorded('NEW', daysOf(6, { from: 272 })),
    ].flatMap((event) => event ?? []);
    await apply(database, events);
    const other = await openGrowth();
    for (const event of events) await apply(other, [event]);
    expect(await rowsOf(other)).toEqual(await rowsOf(database));
    expect((await growth.queries.ofConcept(other, 'ocean'))?.points.at(-1)?.[0]).toBe('2025-11-14');
  });

  it('does not show half a session: nothing moves before all prices are there', async () => {
    const events = story();
    await apply(database, events.slice(0, -1));
    expect((await growth.queries.ofConcept(database, 'ocean'))?.points.at(-1)?.[0]).toBe('2025-11-14');
    await apply(database, events.slice(-1));
    expect((await growth.queries.ofConcept(database, 'ocean'))?.points.at(-1)?.[0]).toBe('2025-11-20');
  });

  it('reports a change with each recorded day even when no growth changed, because readers of returns wait for it', async () => {
    const [early = [], late = []] = split(daysOf(1), 200);
    for (const event of recorded('SPY', early, late)) expect(await apply(database, [event])).toBe(true);
    expect(await growth.queries.returnsOf(database, 'SPY', '', 500)).toHaveLength(daysOf(1).length);
  });

  it('is the same, byte for byte, event by event, in one batch, and when batches come twice', async () => {
    const events = story();
    await apply(database, events);
    const expected = await rowsOf(database);
    expect(expected).toHaveLength(2);
    const oneByOne = await openGrowth();
    for (const event of events) {
      await apply(oneByOne, [event]);
      await apply(oneByOne, [event]);
    }
    expect(await rowsOf(oneByOne)).toEqual(expected);
    await apply(database, events);
    expect(await rowsOf(database)).toEqual(expected);
  });

  it('agrees to the cent with plain SQL that goes another way', async () => {
    await apply(database, story());
    for (const id of ['ocean', 'mixed']) {
      const points = (await growth.queries.ofConcept(database, id))?.points ?? [];
      const [row] = await database.query<{ value: string }>(recomputation, [id]);
      expect(points.length).toBeGreaterThan(250);
      expect(Number(row?.value).toFixed(2), id).toBe(Number(points.at(-1)?.[1]).toFixed(2));
    }
  });

  it('waits for a symbol not requested yet, and not for one requested in vain', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const late = concept('late');
    const events = [
      spy,
      completed('2025-11-19'),
      late.created('2025-11-20T15:00:00Z'),
      late.added('2025-11-20T15:00:00Z', 'AAA', 5_000),
      late.added('2025-11-20T15:00:00Z', 'NEW', 5_000),
      aaa,
    ].flatMap((event) => event ?? []);
    await apply(database, events);
    expect(await growth.queries.summaries(database)).toMatchObject([{ id: 'late', performance: null }]);
    await apply(database, [completed('2025-11-20', { symbol: 'NEW', cause: 'no price' })]);
    expect((await growth.queries.ofConcept(database, 'late'))?.performance).not.toBeNull();
  });

  it('waits for a symbol that could not be requested, because its price exists and would change the number', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const [late] = recorded('NEW', daysOf(3));
    const waiting = concept('waiting');
    const performance = async () => (await growth.queries.ofConcept(database, 'waiting'))?.performance;
    await apply(
      database,
      [
        spy,
        aaa,
        waiting.created('2025-11-20T15:00:00Z'),
        waiting.added('2025-11-20T15:00:00Z', 'AAA', 5_000),
        waiting.added('2025-11-20T15:00:00Z', 'NEW', 5_000),
        completed('2025-11-20', { symbol: 'NEW', cause: 'failed' }),
      ].flatMap((event) => event ?? []),
    );
    expect(await performance()).toBeNull();
    await apply(
      database,
      [late].flatMap((event) => event ?? []),
    );
    expect(await performance()).not.toBeNull();
  });

  it('names what had no price at the last session, as far as it is still held', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const halted = concept('halted');
    await apply(
      database,
      [
        spy,
        aaa,
        halted.created('2025-03-03T15:00:00Z'),
        halted.added('2025-03-03T15:00:00Z', 'AAA', 5_000),
        completed('2025-11-20', { symbol: 'AAA', cause: 'no price' }, { symbol: 'OTHER', cause: 'no price' }),
      ].flatMap((event) => event ?? []),
    );
    expect((await growth.queries.inputsOf(database, 'halted'))?.missing).toEqual([
      { symbol: 'AAA', cause: 'no price' },
    ]);
  });

  it('continues for a trend that adds a symbol without prices yet, which counts later', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const [aaa] = recorded('AAA', daysOf(2));
    const grown = concept('grown');
    await apply(
      database,
      [
        spy,
        aaa,
        completed('2025-11-20'),
        grown.created('2025-03-03T15:00:00Z'),
        grown.added('2025-03-03T15:00:00Z', 'AAA', 5_000),
      ].flatMap((event) => event ?? []),
    );
    const before = await growth.queries.ofConcept(database, 'grown');
    await apply(database, [grown.added('2025-11-20T22:00:00Z', 'NEW', 5_000)]);
    expect(await growth.queries.ofConcept(database, 'grown')).toEqual(before);
    expect(before?.performance).not.toBeNull();
  });

  it('is null for a concept without prices, and for one without holdings', async () => {
    const [spy] = recorded('SPY', daysOf(1));
    const empty = concept('empty');
    const unknown = concept('unknown');
    await apply(
      database,
      [
        spy,
        completed('2025-11-20', { symbol: 'NOPE', cause: 'refused' }),
        empty.created('2025-01-02T15:00:00Z'),
        unknown.created('2025-01-02T15:00:00Z'),
        unknown.added('2025-01-02T15:00:00Z', 'NOPE', 10_000),
      ].flatMap((event) => event ?? []),
    );
    expect(await growth.queries.summaries(database)).toEqual([
      { id: 'empty', performance: null, provenance: null, tracked_since: null },
      { id: 'unknown', performance: null, provenance: null, tracked_since: null },
    ]);
    expect((await growth.queries.ofConcept(database, 'unknown'))?.points).toEqual([]);
  });
});
