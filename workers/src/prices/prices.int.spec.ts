import { Broker, MarketData } from '@groundswell/broker';
import { type ConceptEvent, type DailyReturn, instrumentIdOf, streamOf } from '@groundswell/contracts';
import { createLog, derivedId } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, WrongExpectedRevision } from '@groundswell/platform/event-store';
import { readQueues } from '@groundswell/platform/queue';
import { freshRedis, type Stack, startStack } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSandbox } from '../spec-kit/sandbox.js';
import { noteAsked } from './asked.js';
import { completeSession } from './complete-session.js';
import { openPriceDatabase } from './open-price-database.js';
import { refreshSymbols } from './refresh.js';
import { runNow } from './run-now.js';
import { type PricesOptions, type RunningPrices, startPrices } from './start-prices.js';
import { brokerClients } from './variables.js';

const log = createLog({ service: 'test', level: 'silent' });

let sandbox: Awaited<ReturnType<typeof openSandbox>>;
let sandboxUrl: string;
let stack: Stack;
let eventStore: EventStore;
let database: Database;
let now: Date;
const running: RunningPrices[] = [];

beforeAll(async () => {
  sandbox = await openSandbox();
  sandboxUrl = sandbox.url;
});
afterAll(() => sandbox.close());

beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  database = openPriceDatabase(stack.databaseUrl);
  now = new Date('2026-11-11T03:00:00Z');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((prices) => prices.close()));
  await fetch(`${sandboxUrl}/admin/faults`, { method: 'DELETE' });
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

const dependencies = () => ({
  ...brokerClients({
    ALPACA_DATA_URL: sandboxUrl,
    ALPACA_BROKER_URL: sandboxUrl,
    ALPACA_KEY_ID: 'key',
    ALPACA_SECRET_KEY: 'secret',
  }),
  database,
  eventStore,
  log,
  now: () => now,
});
/** Short intervals, so that tests do not wait long. */
const quick = { sweepInterval: 50, gathering: 20 };
const start = async (more: Partial<PricesOptions> = {}): Promise<RunningPrices> => {
  const prices = await startPrices({ ...dependencies(), redisUrl: stack.redisUrl, ...quick, ...more });
  running.push(prices);
  return prices;
};
const run = (over: EventStore = eventStore) =>
  runNow({ ...dependencies(), eventStore: over, onProgress: () => undefined });

const conceptEvents = (id: string, symbols: readonly string[]): ConceptEvent[] => [
  { type: 'ConceptCreated', data: { conceptId: id, name: id, description: id } },
  ...symbols.map(
    (symbol): ConceptEvent => ({
      type: 'AllocationAdded',
      data: { allocationId: symbol, subConceptId: 's', symbol, companyName: symbol, weight: 100 },
    }),
  ),
];
const hold = (id: string, symbols: readonly string[]) =>
  eventStore.append(
    streamOf('concept', id),
    conceptEvents(id, symbols).map((event, index) => ({
      ...event,
      id: derivedId(id, String(index)),
      metadata: {
        actor: { id: 'somebody', role: 'staff' as const },
        correlationId: id,
        causationId: id,
        schemaVersion: 1,
        occurredAt: now.toISOString(),
      },
    })),
    { expectedRevision: 'no_stream' },
  );

const daysOf = async (symbol: string): Promise<DailyReturn[]> => {
  const { events } = await eventStore.readStream(streamOf('instrument', instrumentIdOf(symbol)));
  return events.flatMap((event) => (event.type === 'DailyReturnsRecorded' ? event.data.days : []));
};
const completed = async () => {
  const { events } = await eventStore.readStream('market-us');
  return events.flatMap((event) => (event.type === 'SessionPricesCompleted.v3' ? [event.data] : []));
};
const lastDay = async (symbol: string) => (await daysOf(symbol)).at(-1)?.date;
/** The event store as seen by a job that another one overtakes just before it appends to a symbol's stream. */
const overtakenAt = (symbol: string, overtake: () => Promise<unknown>): EventStore => ({
  ...eventStore,
  async append(stream, events, options) {
    if (stream === streamOf('instrument', symbol)) await overtake();
    return eventStore.append(stream, events, options);
  },
});
const eventually = { timeout: 15_000, interval: 50 };

const plan = (fault: object) =>
  fetch(`${sandboxUrl}/admin/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });

describe('prices', () => {
  it('of the benchmark are recorded from the first start on, over more than a year', async () => {
    await start();
    await expect.poll(completed, eventually).toEqual([{ date: '2026-11-10', symbols: 1, missing: [] }]);
    // No job keeps its id after it ends, so that the same prices can be requested again.
    const [queue] = await readQueues({ redisUrl: stack.redisUrl, log });
    expect(queue?.counts.completed).toBe(0);
    const days = await daysOf('SPY');
    expect(days[0]).toMatchObject({ date: '2025-09-26', totalReturn: null });
    expect(days.at(-1)?.date).toBe('2026-11-10');
    expect(days.map(({ date }) => date)).not.toContain('2025-11-27');
  });

  it('of a symbol are recorded as soon as it is first held, coins on all seven days', async () => {
    await start();
    await expect.poll(completed, eventually).toHaveLength(1);
    await hold('ocean', ['NVDA', 'BTC/USD']);
    await expect.poll(() => lastDay('NVDA'), eventually).toBe('2026-11-10');
    await expect.poll(() => lastDay('BTC/USD'), eventually).toBe('2026-11-10');
    const weekend = (await daysOf('BTC/USD')).filter(
      ({ date }) => date === '2026-11-07' || date === '2026-11-08',
    );
    expect(weekend).toHaveLength(2);
    expect((await daysOf('BTC/USD')).length).toBeGreaterThan(400);
    const dates = (await daysOf('BTC/USD')).map(({ date }) => date);
    expect(dates).toEqual([...new Set(dates)].sort());
  });

  it('continue day by day, each written once, however often and by however many processes they are requested', async () => {
    await hold('ocean', ['KO', 'ETH/USD', 'HLXL']);
    await Promise.all([run(), run()]);
    const before = await daysOf('KO');
    expect(before.at(-1)?.date).toBe('2026-11-10');
    expect((await daysOf('HLXL'))[0]).toMatchObject({ date: '2026-06-16', totalReturn: null });

    now = new Date('2026-11-14T03:00:00Z');
    await Promise.all([run(), run()]);
    expect(await run()).toEqual({ session: '2026-11-13', symbols: 4, asked: 4, missing: [] });
    const after = await daysOf('KO');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.slice(before.length).map(({ date }) => date)).toEqual([
      '2026-11-11',
      '2026-11-12',
      '2026-11-13',
    ]);
    expect((await completed()).map(({ date }) => date)).toEqual(['2026-11-10', '2026-11-13']);
  });

  it('of a session are whole although a late job of the day before wrote first', async () => {
    await hold('ocean', ['KO']);
    await run();
    now = new Date('2026-11-13T03:00:00Z');
    let late: Promise<unknown> | undefined;
    const store = overtakenAt('KO', () => {
      late ??= refreshSymbols(dependencies(), ['KO'], '2026-11-11');
      return late;
    });
    await run(store);
    expect((await completed()).at(-1)).toEqual({ date: '2026-11-12', symbols: 2, missing: [] });
    const dates = (await daysOf('KO')).map(({ date }) => date);
    expect(dates.slice(-3)).toEqual(['2026-11-10', '2026-11-11', '2026-11-12']);
  });

  it('are requested again, and no session counts, when another process always wrote first', async () => {
    await hold('ocean', ['KO']);
    const store = overtakenAt('KO', async () => {
      throw new WrongExpectedRevision('instrument-KO', 'unknown', 'unknown');
    });
    expect(await run(store)).toEqual({ session: '2026-11-10', symbols: 2, asked: 1, missing: [] });
    expect(await completed()).toEqual([]);
    expect(await run()).toEqual({ session: '2026-11-10', symbols: 2, asked: 2, missing: [] });
    expect(await lastDay('KO')).toBe('2026-11-10');
  });

  it('recorded night by night are those recorded in one go', async () => {
    await hold('ocean', ['CRWD', 'KO', 'SOL/USD']);
    // These weeks contain a split of CRWD and a dividend of KO.
    for (const night of [
      '2026-09-02',
      '2026-09-12',
      '2026-09-15',
      '2026-09-16',
      '2026-10-01',
      '2026-11-11',
    ]) {
      now = new Date(`${night}T03:00:00Z`);
      await run();
    }
    const nightly = await Promise.all(['CRWD', 'KO', 'SOL/USD'].map(daysOf));
    await stack.stop();
    stack = await startStack({ eventStore: 'shared process' });
    await database.close();
    await eventStore.dispose();
    eventStore = connectEventStore({ url: stack.eventStoreUrl });
    database = openPriceDatabase(stack.databaseUrl);
    await hold('ocean', ['CRWD', 'KO', 'SOL/USD']);
    await run();
    for (const [index, symbol] of ['CRWD', 'KO', 'SOL/USD'].entries()) {
      const atOnce = await daysOf(symbol);
      const same = nightly[index]?.slice(-40) ?? [];
      const returns = (days: readonly DailyReturn[]) =>
        days.map(({ date, totalReturn }) => [date, Number(totalReturn).toFixed(5)]);
      expect(returns(same), symbol).toEqual(returns(atOnce.slice(-40)));
    }
  });

  it('that do not exist delay no one, and are named', async () => {
    await hold('ocean', ['NOPE', 'KO', 'MERB']);
    now = new Date('2026-04-21T03:00:00Z');
    const missing = [
      { symbol: 'MERB', cause: 'no price' },
      { symbol: 'NOPE', cause: 'no price' },
    ];
    expect(await run()).toEqual({ session: '2026-04-20', symbols: 4, asked: 4, missing });
    expect((await completed())[0]).toEqual({ date: '2026-04-20', symbols: 4, missing });
    expect(await lastDay('MERB')).toBe('2026-04-10');
    now = new Date('2026-04-28T03:00:00Z');
    await run();
    const halted = (await daysOf('MERB')).map(({ date }) => date);
    expect(halted.slice(-2)).toEqual(['2026-04-10', '2026-04-27']);
  });

  it('come in the end when the broker fails at first', async () => {
    await plan({ kind: '429', retryAfter: 0, times: 1 });
    await plan({ kind: '500', times: 2 });
    await plan({ kind: 'drop', times: 1 });
    // The client's own specs cover its pauses between attempts.
    const impatient = { now: Date.now, elapsed: Date.now, random: Math.random, wait: async () => undefined };
    const place = { baseUrl: sandboxUrl, keyId: 'key', secretKey: 'secret', timing: impatient };
    await start({ broker: new Broker(place), data: new MarketData(place) });
    await expect.poll(completed, eventually).toHaveLength(1);
    expect(await lastDay('SPY')).toBe('2026-11-10');
  });

  it('that an outage left out are asked for again the same night, first prices as well', async () => {
    await run();
    const failed = (symbol: string, session: string) =>
      noteAsked(database, session, new Map([[symbol, 'failed']]));
    await failed('KO', '2026-11-10');
    await hold('ocean', ['KO', 'NVDA']);
    await run();
    expect(await lastDay('KO')).toBe('2026-11-10');
    now = new Date('2026-11-13T03:00:00Z');
    for (const symbol of ['SPY', 'NVDA']) await failed(symbol, '2026-11-12');
    await noteAsked(database, '2026-11-12', new Map([['KO', 'refused']]));
    expect(await completeSession(dependencies(), '2026-11-12')).toBe(true);
    await start({ rest: 0 });
    for (const symbol of ['SPY', 'KO', 'NVDA'])
      await expect.poll(() => lastDay(symbol), eventually).toBe('2026-11-12');
  });

  it('that an outage left out, and that the broker then has none of, are no longer to come', async () => {
    await hold('ocean', ['NOPE', 'KO']);
    await run();
    now = new Date('2026-11-13T03:00:00Z');
    const date = '2026-11-12';
    const failed = ['KO', 'NOPE', 'SPY'].map((symbol) => ({ symbol, cause: 'failed' as const }));
    await noteAsked(database, date, new Map(failed.map(({ symbol, cause }) => [symbol, cause])));
    await completeSession(dependencies(), date);
    await noteAsked(database, date, new Map([['NOPE', 'no price']]));
    await completeSession(dependencies(), date);
    expect(await completed()).toHaveLength(2);
    for (let again = 0; again < 2; again += 1) await run();
    expect((await completed()).slice(1)).toEqual([
      { date, symbols: 3, missing: failed },
      { date, symbols: 3, missing: [{ symbol: 'NOPE', cause: 'no price' }] },
    ]);
  });

  it('are planned again from the log when Redis was down and is empty', async () => {
    await hold('ocean', ['KO']);
    const without = await start({ redisUrl: 'redis://127.0.0.1:1' });
    await expect.poll(async () => (await without.check()).ready, eventually).toBe(true);
    await without.close();
    running.length = 0;
    expect(await completed()).toEqual([]);
    await start({ redisUrl: await freshRedis() });
    await expect.poll(completed, eventually).toHaveLength(1);
    expect(await lastDay('KO')).toBe('2026-11-10');
  });

  it('are recorded again when an older log was restored that lacks them', async () => {
    await hold('ocean', ['NVDA']);
    const before = await eventStore.head();
    if (!before) throw new Error('there is no log');
    await start();
    await expect.poll(completed, eventually).toHaveLength(1);
    const days = await daysOf('NVDA');
    await stack.restoreLog(before);
    await expect.poll(completed, { ...eventually, timeout: 25_000 }).toHaveLength(1);
    await expect.poll(() => daysOf('NVDA'), eventually).toEqual(days);
  });
});
