import type { MarketData } from '@groundswell/broker';
import { instrumentIdOf, streamOf } from '@groundswell/contracts';
import { createLog, derivedId } from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { startStack } from '@groundswell/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openSandbox } from '../spec-kit/sandbox.js';
import { openPriceDatabase } from './open-price-database.js';
import { startPrices } from './start-prices.js';
import { brokerClients } from './variables.js';

it('prices of a session that the broker has late are asked for again the same night, and count as missing', {
  timeout: 150_000,
}, async () => {
  const [sandbox, stack] = await Promise.all([openSandbox(), startStack({ eventStore: 'shared process' })]);
  onTestFinished(async () => {
    await Promise.all([sandbox.close(), stack.stop()]);
  });
  const eventStore = connectEventStore({ url: stack.eventStoreUrl });
  onTestFinished(eventStore.dispose);
  const database = openPriceDatabase(stack.databaseUrl);
  onTestFinished(database.close);
  const { url } = sandbox;
  const clients = brokerClients({
    ALPACA_DATA_URL: url,
    ALPACA_BROKER_URL: url,
    ALPACA_KEY_ID: 'key',
    ALPACA_SECRET_KEY: 'secret',
  });
  const metadata = {
    actor: { id: 'somebody', role: 'staff' as const },
    correlationId: 'ocean',
    causationId: 'ocean',
    schemaVersion: 1,
    occurredAt: '2026-11-10T12:00:00.000Z',
  };
  const ko = { allocationId: 'KO', subConceptId: 's', symbol: 'KO', companyName: 'KO', weight: 100 };
  const held = [
    { type: 'ConceptCreated', data: { conceptId: 'ocean', name: 'Ocean', description: 'Ocean' } },
    { type: 'AllocationAdded', data: ko },
  ] as const;
  await eventStore.append(
    streamOf('concept', 'ocean'),
    held.map((event, index) => ({ ...event, id: derivedId('ocean', String(index)), metadata })),
    { expectedRevision: 'no_stream' },
  );
  let latest = '2026-11-09';
  const data = {
    stockBars: (query) => clients.data.stockBars({ ...query, end: query.end < latest ? query.end : latest }),
    cryptoBars: (query) => clients.data.cryptoBars(query),
  } as MarketData;
  const prices = await startPrices({
    ...clients,
    data,
    database,
    eventStore,
    redisUrl: stack.redisUrl,
    log: createLog({ service: 'test', level: 'silent' }),
    now: () => new Date('2026-11-11T03:00:00Z'),
    sweepInterval: 50,
    gathering: 20,
    rest: 0,
  });
  onTestFinished(prices.close);
  const events = async (stream: string) => (await eventStore.readStream(stream)).events;
  const missing = async () =>
    (await events('market-us')).flatMap(({ type, data }) =>
      type === 'SessionPricesCompleted.v3' ? [data.missing] : [],
    );
  const lastDay = async (symbol: string) =>
    (await events(streamOf('instrument', instrumentIdOf(symbol))))
      .flatMap((event) => (event.type === 'DailyReturnsRecorded' ? event.data.days : []))
      .at(-1)?.date;
  // A batch that failed is tried again later each time, which a slow machine reaches more often.
  const eventually = { timeout: 45_000, interval: 50 };
  await expect.poll(missing, eventually).toEqual([
    [
      { symbol: 'KO', cause: 'no price' },
      { symbol: 'SPY', cause: 'failed' },
    ],
  ]);
  expect(await Promise.all(['KO', 'SPY'].map(lastDay))).toEqual(['2026-11-09', '2026-11-09']);
  latest = '2026-11-10';
  for (const symbol of ['SPY', 'KO']) await expect.poll(() => lastDay(symbol), eventually).toBe('2026-11-10');
});
