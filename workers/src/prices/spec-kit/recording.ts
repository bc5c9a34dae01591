import { type DailyReturn, instrumentIdOf, streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type SandboxAdmin, type Stack, sandboxAdmin, startStack } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { added, newEvent } from '../../spec-kit/events.js';
import { openSandbox } from '../../spec-kit/sandbox.js';
import { openPriceDatabase } from '../open-price-database.js';
import { runNow } from '../run-now.js';
import { type PricesOptions, type RunningPrices, startPrices } from '../start-prices.js';
import { brokerClients } from '../variables.js';

export const log = createLog({ service: 'test', level: 'silent' });
/** Short intervals, so that tests do not wait long. */
const quick = { sweepInterval: 50, gathering: 20 };
export const eventually = { timeout: 15_000, interval: 50 };

/** A broker for a file of specs, and for each test a log of its own, whose prices are recorded on the night of 2026-11-11. */
export const shareRecording = () => {
  let sandbox: Awaited<ReturnType<typeof openSandbox>>;
  let admin: SandboxAdmin;
  let stack: Stack;
  let eventStore: EventStore;
  let database: Database;
  let now: Date;
  const running: RunningPrices[] = [];

  const open = async () => {
    stack = await startStack({ eventStore: 'shared process' });
    eventStore = connectEventStore({ url: stack.eventStoreUrl });
    database = openPriceDatabase(stack.databaseUrl);
  };
  /** Stops all that was started. */
  const stop = () => Promise.all(running.splice(0).map((prices) => prices.close()));
  const close = async () => {
    await stop();
    await eventStore.dispose();
    await database.close();
    await stack.stop();
  };
  beforeAll(async () => {
    sandbox = await openSandbox();
    admin = sandboxAdmin(sandbox.url);
  });
  afterAll(() => sandbox.close());
  beforeEach(async () => {
    await open();
    now = new Date('2026-11-11T03:00:00Z');
  });
  afterEach(async () => {
    await close();
    await admin('DELETE', '/faults');
  });

  const dependencies = () => ({
    ...brokerClients({
      ALPACA_DATA_URL: sandbox.url,
      ALPACA_BROKER_URL: sandbox.url,
      ALPACA_KEY_ID: 'key',
      ALPACA_SECRET_KEY: 'secret',
    }),
    database,
    eventStore,
    log,
    now: () => now,
  });
  const daysOf = async (symbol: string): Promise<DailyReturn[]> => {
    const { events } = await eventStore.readStream(streamOf('instrument', instrumentIdOf(symbol)));
    return events.flatMap((event) => (event.type === 'DailyReturnsRecorded' ? event.data.days : []));
  };

  return {
    get sandboxUrl() {
      return sandbox.url;
    },
    get stack() {
      return stack;
    },
    get eventStore() {
      return eventStore;
    },
    get database() {
      return database;
    },
    /** What is then the present time, until the test ends. */
    moveTo: (instant: string) => {
      now = new Date(instant);
    },
    /** Gives the test an empty log. */
    startAfresh: async () => {
      await close();
      await open();
    },
    dependencies,
    start: async (more: Partial<PricesOptions> = {}): Promise<RunningPrices> => {
      const prices = await startPrices({ ...dependencies(), redisUrl: stack.redisUrl, ...quick, ...more });
      running.push(prices);
      return prices;
    },
    stop,
    run: (over: EventStore = eventStore) =>
      runNow({ ...dependencies(), eventStore: over, onProgress: () => undefined }),
    plan: (fault: object) => admin('POST', '/faults', fault),
    /** Creates a concept that holds these symbols. */
    hold: (id: string, symbols: readonly string[]) => {
      const created = newEvent(
        'ConceptCreated',
        { conceptId: id, name: id, description: id },
        now.toISOString(),
      );
      const held = symbols.map((symbol) => added(symbol, now.toISOString()));
      return eventStore.append(streamOf('concept', id), [created, ...held], {
        expectedRevision: 'no_stream',
      });
    },
    daysOf,
    lastDay: async (symbol: string) => (await daysOf(symbol)).at(-1)?.date,
    completed: async () => {
      const { events } = await eventStore.readStream('market-us');
      return events.flatMap((event) => (event.type === 'SessionPricesCompleted.v3' ? [event.data] : []));
    },
  };
};
