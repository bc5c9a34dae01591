import { createLog } from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { brokerClients, openPriceDatabase, runNow } from '@groundswell/workers';

// One refresh in a process of its own, as of a given instant, so that its memory is its own.
const { EVENTSTORE_URL = '', DATABASE_URL = '', BROKER_URL = '', AS_OF = '' } = process.env;
const database = openPriceDatabase(DATABASE_URL);
const eventStore = connectEventStore({ url: EVENTSTORE_URL });
const memory: number[] = [];
const started = performance.now();
const { session, symbols, missing } = await runNow({
  ...brokerClients({
    ALPACA_DATA_URL: BROKER_URL,
    ALPACA_BROKER_URL: BROKER_URL,
    ALPACA_KEY_ID: 'bench',
    ALPACA_SECRET_KEY: 'bench',
  }),
  database,
  eventStore,
  log: createLog({ service: 'bench', level: 'error' }),
  now: () => new Date(AS_OF),
  onProgress: () => memory.push(process.memoryUsage.rss()),
});
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage();
process.send?.({
  ready: { port: 0 },
  night: { session, symbols, missing: missing.length, seconds, cpuSeconds: (user + system) / 1e6, memory },
});
await eventStore.dispose();
await database.close();
process.disconnect?.();
