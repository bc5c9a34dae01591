import {
  createLog,
  databaseUrlVariable,
  eventStoreUrlVariable,
  loadConfig,
  onShutdown,
  processVariables,
  startProcess,
} from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { z } from 'zod';
import { openPriceDatabase } from './open-price-database.js';
import { runNow } from './run-now.js';
import { brokerClients, priceVariables } from './variables.js';

const configSchema = z.object({
  ...processVariables,
  ...priceVariables,
  EVENTSTORE_URL: eventStoreUrlVariable,
  DATABASE_URL: databaseUrlVariable,
});

/** `run` brings all prices up to the last session now, instead of waiting for the night. */
startProcess(async () => {
  if (process.argv[2] !== 'run') {
    console.error('usage: node workers/dist/prices/main.js run');
    process.exit(64);
  }
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'prices', level: config.LOG_LEVEL });
  const database = openPriceDatabase(config.DATABASE_URL);
  onShutdown('database', () => database.close());
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  onShutdown('event store', () => eventStore.dispose());
  const started = performance.now();
  const { session, symbols, missing } = await runNow({
    ...brokerClients(config),
    database,
    eventStore,
    log,
    now: () => new Date(),
    onProgress: ({ asked, symbols }) => console.log(`${asked} of ${symbols} symbols`),
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(`Session ${session}: ${symbols} symbols in ${seconds} s, at most ${megabytes} MB of memory.`);
  if (missing.length > 0) console.log(`Without a price that day: ${missing.join(', ')}`);
  await eventStore.dispose();
  await database.close();
});
