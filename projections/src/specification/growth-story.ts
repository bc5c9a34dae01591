import type { DailyReturn, MissingPrice } from '@groundswell/contracts';
import { type Database, openDatabase } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { applyAtOnce } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { onTestFinished } from 'vitest';
import { growth } from '../read-models/growth/growth.js';
import { history } from './history.js';

/** A database with the tables of growth, for the test that is running. */
export const openGrowth = async (): Promise<Database> => {
  const { databaseUrl, drop } = await freshDatabase();
  const database = openDatabase({ url: databaseUrl, name: 'growth spec' });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  await database.query(growth.ddl);
  return database;
};

export const apply = (database: Database, events: readonly RecordedEvent[]) =>
  database.transaction((sql) => applyAtOnce(growth.live(), events, sql));

const dateAt = (day: number): string => new Date(Date.UTC(2024, 10, 1 + day)).toISOString().slice(0, 10);
const isSession = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/** Days from November 1, 2024 to November 20, 2025, with returns from a fixed sequence. */
export const daysOf = (seed: number, { from = 0, allWeek = false } = {}): DailyReturn[] => {
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

export const split = (days: readonly DailyReturn[], at: number) =>
  [days.slice(0, at), days.slice(at)] as const;

export const recorded = (symbol: string, ...batches: (readonly DailyReturn[])[]) => {
  const stream = history(`instrument-${symbol.replace('/', '_')}`);
  return batches.map((days) => stream.event('DailyReturnsRecorded', { symbol, days: [...days] }));
};

const market = history('market-us');
export const completed = (date: string, ...missing: MissingPrice[]) =>
  market.event('SessionPricesCompleted.v3', { date, symbols: 4, missing });

/**
 * Sets the instant of an event, which decides from which session a change counts. The kit's own clock does not reach
 * 2025.
 */
const at = (instant: string, event: RecordedEvent): RecordedEvent => ({
  ...event,
  metadata: { ...event.metadata, occurredAt: instant },
});

export const concept = (id: string) => {
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
export const story = (): RecordedEvent[] => {
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
