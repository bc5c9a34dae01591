import { randomUUID } from 'node:crypto';
import { realAlarm } from '@groundswell/broker';
import {
  announceReady,
  createLog,
  loadConfig,
  onShutdown,
  realPause,
  startHealthServer,
  startProcess,
} from '@groundswell/platform';
import { connectEventStore } from '@groundswell/platform/event-store';
import { expectedLog, watchDamage } from '@groundswell/platform/read-store';
import { openVault } from '@groundswell/platform/vault';
import { configSchema, poolsOf } from './config.js';
import { startMail } from './mail/start-mail.js';
import { carrierOf } from './mail/variables.js';
import { keepMirror } from './mirror/keep-mirror.js';
import { sinksOf } from './mirror/variables.js';
import { openMoneyDatabase } from './money/open-money-database.js';
import { startMoney } from './money/start-money.js';
import { openDoubts } from './money/transfers/doubts.js';
import { moneyBroker, moneySettingsOf } from './money/variables.js';
import { checkTables, workersMade } from './own-tables.js';
import { openPriceDatabase } from './prices/open-price-database.js';
import { startPrices } from './prices/start-prices.js';
import { brokerClients } from './prices/variables.js';
import { openWorkersDatabase } from './shared/open-workers-database.js';

startProcess(async () => {
  const config = loadConfig(configSchema, process.env);
  const log = createLog({ service: 'workers', level: config.LOG_LEVEL });
  const pools = poolsOf(config.DATABASE_CONNECTIONS);
  const database = openPriceDatabase(config.DATABASE_URL, pools.prices);
  onShutdown('database', () => database.close());
  const eventStore = connectEventStore({
    url: config.EVENTSTORE_URL,
    logger: log,
    expected: expectedLog(database),
  });
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
  const mailDatabase = openWorkersDatabase({
    url: config.DATABASE_URL,
    name: 'workers mail',
    connections: pools.mail,
  });
  onShutdown('mail database', () => mailDatabase.close());
  const mail = await startMail({
    database: mailDatabase,
    eventStore,
    log,
    redisUrl: config.REDIS_URL,
    vault: await openVault({ database: mailDatabase, masterKeys: config.VAULT_MASTER_KEY }),
    carrier: carrierOf(config),
    publicUrl: config.PUBLIC_URL,
  });
  onShutdown('mail', () => mail.close());
  const mirror = keepMirror({
    database: mailDatabase,
    sinks: sinksOf(config, { carrier: carrierOf(config), now: () => new Date() }),
    log,
  });
  onShutdown('mirror', () => mirror.stop());
  const moneyDatabase = openMoneyDatabase(config.DATABASE_URL, pools.money);
  onShutdown('money database', () => moneyDatabase.close());
  const money = await startMoney({
    database: moneyDatabase,
    eventStore,
    vault: await openVault({ database: moneyDatabase, masterKeys: config.VAULT_MASTER_KEY }),
    broker: moneyBroker(config),
    settings: moneySettingsOf(config),
    log,
    redisUrl: config.REDIS_URL,
    now: () => new Date(),
    monotonic: () => performance.now(),
    pause: realPause,
    alarm: realAlarm,
    random: Math.random,
    newId: randomUUID,
    doubts: openDoubts(() => performance.now()),
  });
  onShutdown('money', () => money.close());
  const watching = new AbortController();
  const damage = watchDamage({ database: mailDatabase, made: workersMade, log, signal: watching.signal });
  onShutdown('tables', () => {
    watching.abort();
    return damage.ended;
  });
  const health = await startHealthServer(
    { host: config.HOST, port: config.PORT },
    {
      prices: () => prices.check(),
      mail: () => mail.check(),
      money: () => money.check(),
      tables: () => checkTables(damage),
    },
  );
  onShutdown('health', () => health.close());
  announceReady(health.port);
});
