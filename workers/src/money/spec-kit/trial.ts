import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Broker, realAlarm } from '@groundswell/broker';
import type { TradingAccountEvent } from '@groundswell/contracts';
import { evolve, initialState, type TradingAccount } from '@groundswell/domain/money';
import { createLog, realPause } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, load } from '@groundswell/platform/event-store';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { type SandboxAdmin, type Stack, sandboxAdmin, startStack } from '@groundswell/testing';
import { type Accounts, openAccounts } from '../../shared/accounts.js';
import { openSandbox } from '../../spec-kit/sandbox.js';
import type { MoneyDependencies, MoneySettings } from '../dependencies.js';
import { openMoneyDatabase } from '../open-money-database.js';
import { type RunningMoney, startMoney } from '../start-money.js';
import { openMoneyStore } from '../store.js';
import { openDoubts } from '../transfers/doubts.js';

/** A transfer as shown by the sandbox's admin API. */
interface HeldTransfer {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly amount: string;
  readonly direction: string;
}

/** Real money dependencies, with the sandbox as the broker. */
export interface Trial {
  readonly stack: Stack;
  readonly brokerUrl: string;
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly vault: Vault;
  readonly masterKey: string;
  /** Log lines of the workers. */
  readonly said: string[];
  readonly admin: SandboxAdmin;
  /** Makes the next calls or messages fail. */
  readonly fault: (fault: object) => Promise<unknown>;
  /** Dependencies for running a single step by hand. */
  readonly dependencies: MoneyDependencies;
  /** Starts the money part of the workers in this process. Workers with the same `prefix` share a queue. */
  readonly work: (
    more?: Partial<MoneySettings> & { prefix?: string; accounts?: Accounts },
  ) => Promise<RunningMoney>;
  readonly account: (userId: string) => Promise<TradingAccount>;
  readonly events: (userId: string) => Promise<readonly TradingAccountEvent[]>;
  /** The transfers that the broker holds for a person. */
  readonly held: (userId: string) => Promise<HeldTransfer[]>;
  readonly stop: () => Promise<void>;
}

/** Short intervals, so that tests do not wait long. */
const quick: MoneySettings = {
  timeout: 1_000,
  doubt: 100,
  patience: { first: 20, most: 100, parkAfter: 60_000 },
  reconcileEvery: 400,
  reconcileAllEvery: 2_000,
  sweepEvery: 200,
};

/** Milliseconds for a whole test on a busy machine. */
export const patience = 180_000;

/**
 * Retries until the check passes, even on a slow machine. What comes late is looked for less often: each look at an account
 * costs the event store, its database and the spec some milliseconds.
 */
export const eventually = async <T>(check: () => Promise<T> | T): Promise<T> => {
  const over = performance.now() + 90_000;
  for (let pause = 25; ; pause = Math.min(2 * pause, 100)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > over) throw error;
    }
    await setTimeout(pause);
  }
};

export const startTrial = async (): Promise<Trial> => {
  const [stack, sandbox] = await Promise.all([
    startStack({ eventStore: 'shared process' }),
    openSandbox({
      credentials: { keyId: 'key', secret: 'secret' },
      callsPerMinute: 1_000_000,
      limits: { transfersPerDay: 1_000 },
    }),
  ]);
  const brokerUrl = sandbox.url;
  const database = openMoneyDatabase(stack.databaseUrl);
  const eventStore = connectEventStore({ url: stack.eventStoreUrl });
  const masterKey = randomBytes(32).toString('base64');
  const masterKeys = [{ version: 1, key: Buffer.from(masterKey, 'base64') }];
  const vault = await openVault({ database, masterKeys });
  const said: string[] = [];
  const running: RunningMoney[] = [];
  const usualPrefix = `money-${randomUUID()}`;

  const admin = sandboxAdmin(brokerUrl);

  const dependenciesWith = (settings: MoneySettings): MoneyDependencies => ({
    store: openMoneyStore(database),
    eventStore,
    accounts: openAccounts(eventStore),
    vault,
    broker: new Broker({
      baseUrl: brokerUrl,
      keyId: 'key',
      secretKey: 'secret',
      timeout: settings.timeout,
      attempts: 2,
    }),
    settings,
    log: createLog({
      service: 'money spec',
      level: 'trace',
      destination: { write: (line: string) => said.push(line) },
    }),
    now: () => new Date(),
    monotonic: () => performance.now(),
    pause: realPause,
    alarm: realAlarm,
    random: Math.random,
    newId: randomUUID,
    doubts: openDoubts(() => performance.now()),
  });

  const work: Trial['work'] = async ({ prefix = usualPrefix, accounts, ...settings } = {}) => {
    const started = await startMoney({
      ...dependenciesWith({ ...quick, ...settings }),
      ...(accounts && { accounts }),
      database,
      eventStore,
      redisUrl: stack.redisUrl,
      prefix,
      grace: 100,
    });
    running.push(started);
    return started;
  };

  const read = (userId: string) =>
    load<TradingAccount, TradingAccountEvent>(eventStore, `tradingAccount-${userId}`, {
      initialState,
      evolve,
    });

  return {
    stack,
    brokerUrl,
    database,
    eventStore,
    vault,
    masterKey,
    said,
    admin,
    fault: (fault) => admin('POST', '/faults', fault),
    dependencies: dependenciesWith(quick),
    work,
    account: async (userId) => (await read(userId)).state,
    events: async (userId) => (await read(userId)).events,
    held: async (userId) => {
      const { brokerAccountId } = (await read(userId)).state;
      const all = (await admin('GET', '/transfers')) as HeldTransfer[];
      return all.filter(({ account_id }) => account_id === brokerAccountId);
    },
    stop: async () => {
      await Promise.all(running.map((one) => one.close()));
      await eventStore.dispose();
      await database.close();
      await Promise.all([stack.stop(), sandbox.close()]);
    },
  };
};
