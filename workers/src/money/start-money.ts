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
import { readinessOf, runMoney, type WorkOn } from './run-money.js';
import { type MoneyJob, queueName } from './steps/job-queue.js';
import { openMoneyStore } from './store.js';
import { findSentBeforeRestore } from './transfers/sent-before-restore.js';

export interface MoneyOptions extends Omit<MoneyDependencies, 'store' | 'eventStore'> {
  /** Finds the tables of the process state and the workers' own by their bare names. */
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly redisUrl: string;
  /** Keeps several instances on one Redis apart. */
  readonly prefix?: string;
  /** Milliseconds that steps in progress get to finish at shutdown. */
  readonly grace?: number;
}

export interface RunningMoney {
  /** Ready while the log is being read; lists what an operator may want to look at. */
  check(): Promise<CheckResult>;
  /** Lets steps end for a while, then gives them up: anyone who comes next finds out what became of them. */
  close(): Promise<void>;
}

/** Steps at a time in this process. Most of the time they wait for the broker. */
const concurrency = 16;

/**
 * Milliseconds after which a job of a worker that died is handed to another; a second delivery next to a worker that only
 * seemed dead waits for the lock on the person, and finds nothing left to do.
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

/** Runs money over PostgreSQL and Redis. */
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
