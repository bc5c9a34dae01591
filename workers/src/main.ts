import { randomUUID } from 'node:crypto';
import { realAlarm } from '@groundswell/broker';
import {
  announceReady,
  createLog,
  type Log,
  loadConfig,
  onShutdown,
  realPause,
  startHealthServer,
  startProcess,
} from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
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
import { type Accounts, openAccounts } from './shared/accounts.js';
import { openWorkersDatabase } from './shared/open-workers-database.js';

/** What all workers are given. */
interface Shared {
  readonly config: ReturnType<typeof configSchema.parse>;
  readonly pools: ReturnType<typeof poolsOf>;
  readonly eventStore: EventStore;
  readonly accounts: Accounts;
  readonly log: Log;
}

const runPrices = async ({ config, eventStore, log }: Shared, database: Database) => {
  const prices = await startPrices({
    ...brokerClients(config),
    database,
    eventStore,
    log,
    redisUrl: config.REDIS_URL,
    now: () => new Date(),
  });
  onShutdown('prices', () => prices.close());
  return prices;
};

const runMail = async ({ config, eventStore, accounts, log }: Shared, database: Database) => {
  const mail = await startMail({
    database,
    eventStore,
    accounts,
    log,
    redisUrl: config.REDIS_URL,
    vault: await openVault({ database, masterKeys: config.VAULT_MASTER_KEY }),
    carrier: carrierOf(config),
    publicUrl: config.PUBLIC_URL,
  });
  onShutdown('mail', () => mail.close());
  return mail;
};

const runMirror = ({ config, log }: Shared, database: Database): void => {
  const sinks = sinksOf(config, carrierOf(config));
  const mirror = keepMirror({ database, sinks, log });
  onShutdown('mirror', () => mirror.stop());
};

const runMoney = async ({ config, pools, eventStore, accounts, log }: Shared) => {
  const database = openMoneyDatabase(config.DATABASE_URL, pools.money);
  onShutdown('money database', () => database.close());
  const money = await startMoney({
    database,
    eventStore,
    accounts,
    vault: await openVault({ database, masterKeys: config.VAULT_MASTER_KEY }),
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
  return money;
};

const watchTables = ({ log }: Shared, database: Database) => {
  const watching = new AbortController();
  const damage = watchDamage({ database, made: workersMade, log, signal: watching.signal });
  onShutdown('tables', () => {
    watching.abort();
    return damage.ended;
  });
  return damage;
};

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
  const shared: Shared = { config, pools, eventStore, accounts: openAccounts(eventStore), log };
  const prices = await runPrices(shared, database);
  const mailDatabase = openWorkersDatabase({
    url: config.DATABASE_URL,
    name: 'workers mail',
    connections: pools.mail,
  });
  onShutdown('mail database', () => mailDatabase.close());
  const mail = await runMail(shared, mailDatabase);
  runMirror(shared, mailDatabase);
  const money = await runMoney(shared);
  const damage = watchTables(shared, mailDatabase);
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
