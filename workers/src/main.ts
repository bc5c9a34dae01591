import {
  announceReady,
  createLog,
  loadConfig,
  onShutdown,
  startHealthServer,
  startProcess,
} from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { configSchema } from './config.js';
import { openPriceDatabase } from './prices/open-price-database.js';
import { startPrices } from './prices/start-prices.js';
import { brokerClients } from './prices/variables.js';

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'workers', level: config.LOG_LEVEL });
  const database = openPriceDatabase(config.DATABASE_URL);
  onShutdown('database', () => database.close());
  const eventStore = connectEventStore({ url: config.EVENTSTORE_URL, logger: log });
  onShutdown('event store', () => eventStore.dispose());
  const prices = await startPrices({
    ...brokerClients(config),
    database,
    eventStore,
    log,
    redisUrl: config.REDIS_URL,
    now: () => new Date(),
  });
  onShutdown('prices', () => prices.close());
  const health = await startHealthServer(
    { host: config.HOST, port: config.PORT },
    { prices: () => prices.check() },
  );
  onShutdown('health', () => health.close());
  announceReady(health.port);
});
