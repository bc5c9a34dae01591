import type { CheckResult } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { createQueue, Postponed, startWorker } from '@groundswell/platform/queue';
import { openOwner, ownership } from '@groundswell/platform/read-store';
import { openStateTables, prepareState } from '../shared/process-state/follow-state.js';
import type { MoneyDependencies } from './dependencies.js';
import { detailOf } from './health-detail.js';
import { prepareOwnTables } from './own-tables.js';
import { moneyState } from './process-state/money-state.js';
import { readinessOf, runMoney } from './run-money.js';
import { type MoneyJob, queueName } from './steps/job-queue.js';
import type { WorkOn } from './steps/work.js';
import { openMoneyStore } from './store.js';
import { findSentBeforeRestore } from './transfers/sent-before-restore.js';

export interface MoneyOptions extends Omit<MoneyDependencies, 'store' | 'eventStore'> {
  /** Its search path finds the tables of the process state and the workers' own tables. */
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly redisUrl: string;
  /** Separates instances that share one Redis. */
  readonly prefix?: string;
  /** Milliseconds that steps in progress get to finish at shutdown. */
  readonly grace?: number;
}

export interface RunningMoney {
  /** Ready while the log is being read; lists what an operator may want to look at. */
  check(): Promise<CheckResult>;
  /** Gives steps a while to finish, then aborts them. The next worker finds out what became of them. */
  close(): Promise<void>;
}

/** Concurrent steps in this process. Most of the time they wait for the broker. */
const concurrency = 16;

/**
 * Milliseconds after which a dead worker's job is redelivered. If that worker only seemed dead, the second delivery
 * waits for the lock on the person and then finds nothing to do.
 */
const redelivery = 5_000;

const startStepWorker = (options: MoneyOptions, workOn: WorkOn) =>
  startWorker<MoneyJob>(queueName, {
    ...options,
    concurrency,
    lockDuration: redelivery,
    async handle({ data: { userId } }) {
      const next = await workOn(userId);
      if (next) throw new Postponed(Math.max(1, next.getTime() - options.now().getTime()));
    },
  });

/** Runs money on PostgreSQL and Redis. */
export const startMoney = async (options: MoneyOptions): Promise<RunningMoney> => {
  const { database, eventStore, log, grace = 2_000 } = options;
  await prepareState(database, moneyState);
  await prepareOwnTables(database);
  const dependencies: MoneyDependencies = { ...options, store: openMoneyStore(database) };
  const queue = createQueue<MoneyJob>(queueName, options);
  const loops = runMoney(dependencies, {
    queue,
    startWorker: (workOn) => startStepWorker(options, workOn),
    openOwner: () => openOwner(database),
    own: (name, signal) => ownership(database, name, signal),
    openTables: (desk, signal) =>
      openStateTables({
        database,
        eventStore,
        log,
        signal,
        model: moneyState,
        onRestored: (read) => findSentBeforeRestore(dependencies, desk, read, signal),
      }),
    grace,
  });
  return {
    check: async () => ({
      ...readinessOf(loops),
      detail: await detailOf({ database, log }, loops.connected, queue),
    }),
    close: () => loops.close(),
  };
};
