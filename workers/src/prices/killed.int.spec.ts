import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { streamOf } from '@groundswell/contracts';
import { connectEventStore } from '@groundswell/platform/event-store';
import { freshRedis, sandboxAdmin, startPart, startStack } from '@groundswell/testing';
import { expect, it } from 'vitest';
import { added } from '../spec-kit/events.js';

const built = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const symbols = Array.from(
  { length: 60 },
  (_, index) => `ZAA${String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26))}`,
);

it('prices are whole after a worker was killed in the middle of its work, and Redis lost with it', async () => {
  const sandbox = await startPart(built('packages/broker-sandbox/dist/main.js'), {
    SANDBOX_GENERATED_SYMBOLS: '100',
  });
  const stack = await startStack({ eventStore: 'shared process' });
  const eventStore = connectEventStore({ url: stack.eventStoreUrl });
  const masterKey = randomBytes(32).toString('base64');
  const mailbox = mkdtempSync(join(tmpdir(), 'mailbox-'));
  const brokerUrl = `http://127.0.0.1:${sandbox.port}`;
  const startWorkers = (redisUrl: string) =>
    startPart(built('workers/dist/main.js'), {
      EVENTSTORE_URL: stack.eventStoreUrl,
      DATABASE_URL: stack.databaseUrl,
      REDIS_URL: redisUrl,
      ALPACA_DATA_URL: brokerUrl,
      ALPACA_BROKER_URL: brokerUrl,
      ALPACA_KEY_ID: 'key',
      ALPACA_SECRET_KEY: 'secret',
      VAULT_MASTER_KEY: masterKey,
      PUBLIC_URL: 'http://localhost:8000',
      MAILBOX_DIR: mailbox,
    });
  const held = symbols.map((symbol) => added(symbol, '2026-11-02T15:00:00.000Z'));
  await eventStore.append(streamOf('concept', 'c'), held, { expectedRevision: 'no_stream' });

  const daysOf = async (symbol: string) => {
    const { events } = await eventStore.readStream(streamOf('instrument', symbol));
    return events.flatMap((event) => (event.type === 'DailyReturnsRecorded' ? event.data.days : []));
  };
  const recorded = async () => {
    const days = await Promise.all([...symbols, 'SPY'].map(daysOf));
    return days.filter(({ length }) => length > 0).length;
  };
  const completed = async () => (await eventStore.readStream('market-us')).events.length;

  // Delay some calls, so that the worker dies with batches recorded, in progress and not yet started.
  await sandboxAdmin(brokerUrl)('POST', '/faults', { kind: 'hang', path: '/v2/stocks/bars', times: 2 });
  const doomed = await startWorkers(stack.redisUrl);
  await expect.poll(recorded, { timeout: 20_000 }).toBeGreaterThan(0);
  await doomed.kill();
  expect(await completed()).toBe(0);

  const next = await startWorkers(await freshRedis());
  await expect.poll(completed, { timeout: 25_000 }).toBe(1);
  for (const symbol of [...symbols, 'SPY']) {
    const dates = (await daysOf(symbol)).map(({ date }) => date);
    expect(dates, symbol).toEqual([...new Set(dates)].sort());
  }
  expect((await daysOf('SPY')).length).toBeGreaterThan(270);
  expect(await recorded()).toBeGreaterThan(58);

  await next.stop();
  await eventStore.dispose();
  await stack.stop();
  await sandbox.stop();
  rmSync(mailbox, { recursive: true });
}, 90_000);
