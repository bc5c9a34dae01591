import { type CheckResult, gathering, openWaker } from '@groundswell/platform';
import { createQueue, Postponed, QueueUnavailable, startWorker } from '@groundswell/platform/queue';
import { followState, prepareState } from '../shared/process-state/follow-state.js';
import { forgetAll, prepareAsked } from './asked.js';
import { createPriceJobs, type PriceJob, type PriceJobsDependencies } from './price-jobs.js';
import { priceState } from './price-state.js';

export interface PricesOptions extends PriceJobsDependencies {
  readonly redisUrl: string;
  /** Separates instances that share one Redis. */
  readonly prefix?: string;
  /** Milliseconds between two sweeps for lost or missed work. */
  readonly sweepInterval?: number;
  /**
   * Milliseconds to wait for more symbols. Someone composing a trend adds them one after another, and requesting
   * ten together costs one call instead of ten.
   */
  readonly gathering?: number;
}

export interface RunningPrices {
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

const queueName = 'prices';

/** After the crypto day ends in UTC, in summer and winter, and long after the market closes. */
const nightly = { pattern: '30 20 * * 1-5', timeZone: 'America/New_York' };

/** Milliseconds before a job is retried while the log is not being followed. */
const notFollowing = 500;

/** Concurrent batches. */
const concurrency = 4;

/** Follows the log, and records prices every night and whenever a symbol is first held. */
export const startPrices = async (options: PricesOptions): Promise<RunningPrices> => {
  const { database, eventStore, log, sweepInterval: every = 60_000, gathering: gather = 1_000 } = options;
  await prepareState(database, priceState);
  await prepareAsked(database);
  const queue = createQueue<PriceJob>(queueName, options);
  const jobs = createPriceJobs(options, queue);
  const stopped = new AbortController();
  const { signal } = stopped;
  let following = false;
  /** Why the log is not being followed, if known. */
  let stoppedBy: string | null = null;

  const worker = startWorker<PriceJob>(queueName, {
    ...options,
    concurrency,
    async handle(job) {
      // Prices are written to the log, which may be a different one while it is not being followed.
      if (!following) throw new Postponed(notFollowing);
      await jobs.handle(job);
    },
  });

  /** Work that Redis lost and missed nights are planned again from the log. */
  const planAgain = async (): Promise<void> => {
    try {
      if (following) await jobs.plan();
      await queue.schedule('nightly', nightly, { kind: 'plan' });
    } catch (fault) {
      if (!(fault instanceof QueueUnavailable)) log.warn({ err: fault }, 'planning the prices failed');
    }
  };
  const waker = openWaker(gathering(gather, signal));

  const running = Promise.all([
    followState({
      database,
      eventStore,
      log,
      signal,
      model: priceState,
      onRestored: () => forgetAll(database),
      onNoted(events) {
        if (events.some(({ type }) => type === 'AllocationAdded')) waker.wake();
      },
      onState(state, fault) {
        following = state;
        stoppedBy = fault ?? null;
        if (state) waker.wake();
      },
    }),
    waker.loop(signal, every, planAgain),
  ]);

  return {
    async check() {
      const completed = await priceState.queries.completed(database);
      return {
        ready: following,
        detail: { completed: completed ?? null },
        ...(stoppedBy ? { why: stoppedBy } : {}),
      };
    },
    async close() {
      stopped.abort();
      await running;
      await worker.close();
      await queue.close();
    },
  };
};
