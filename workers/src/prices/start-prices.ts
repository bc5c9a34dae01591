import { setTimeout as pause } from 'node:timers/promises';
import type { Broker } from '@groundswell/broker';
import type { CheckResult } from '@groundswell/platform';
import { createQueue, type Job, Postponed, QueueUnavailable, startWorker } from '@groundswell/platform/queue';
import { followState, prepareState } from '../shared/process-state/follow-state.js';
import { forgetAll, noteAsked, prepareAsked } from './asked.js';
import { completeSession, progressOf } from './complete-session.js';
import { type Batch, pendingBatches } from './plan.js';
import { priceState } from './price-state.js';
import { readySession } from './ready-session.js';
import { type RefreshDependencies, refreshSymbols } from './refresh.js';

export interface PricesOptions extends RefreshDependencies {
  readonly broker: Pick<Broker, 'calendar'>;
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
  /** Milliseconds after which symbols that an outage left out are requested again. */
  readonly rest?: number;
}

export interface RunningPrices {
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

/** `plan` determines the work for the last session; `refresh` does one batch of it. */
type PriceJob = { kind: 'plan' } | { kind: 'refresh'; session: string; symbols: string };

const queueName = 'prices';

/** After the crypto day ends in UTC, in summer and winter, and long after the market closes. */
const nightly = { pattern: '30 20 * * 1-5', timeZone: 'America/New_York' };

/** Milliseconds before a job is retried while the log is not being followed. */
const notFollowing = 500;

/** Concurrent batches. */
const concurrency = 4;

/** Follows the log, and records prices every night and whenever a symbol is first held. */
export const startPrices = async (options: PricesOptions): Promise<RunningPrices> => {
  const { database, eventStore, broker, log, now, sweepInterval = 60_000 } = options;
  const { gathering = 1_000, rest = 600_000 } = options;
  await prepareState(database, priceState);
  await prepareAsked(database);
  const session = readySession(broker);
  const queue = createQueue<PriceJob>(queueName, options);
  const stopped = new AbortController();
  const { signal } = stopped;
  let following = false;
  /** Why the log is not being followed, if known. */
  let stoppedBy: string | null = null;
  let wake = new AbortController();

  const enqueue = async (batches: readonly Batch[]): Promise<void> => {
    for (const { id, symbols, session } of batches) {
      const data = { kind: 'refresh', session, symbols: symbols.join(',') } as const;
      // The tables determine what is still to be requested. A kept job id would prevent requesting it again.
      await queue.add({ id, data, kept: false });
    }
  };

  /**
   * Enqueues everything missing for the last session. Job ids are derived from the work, so a waiting job is not
   * enqueued twice.
   */
  const plan = async (): Promise<void> => {
    const last = await session(now());
    const completed = (await priceState.queries.completed(database)) ?? '';
    const isComplete = completed >= last;
    await enqueue(await pendingBatches(database, last, { which: isComplete ? 'late' : 'all', rest }));
    if (!isComplete) await completeSession(options, last);
  };

  const refresh = async (job: Job<PriceJob>, symbols: readonly string[], last: string): Promise<void> => {
    try {
      await refreshSymbols(options, symbols, last);
    } catch (fault) {
      if (job.attempt < job.attempts) throw fault;
      await noteAsked(database, last, new Map(symbols.map((symbol) => [symbol, 'failed'])));
      await completeSession(options, last);
      throw fault;
    }
    const { asked, symbols: all, missing } = await progressOf(options, last);
    log.info(
      { session: last, asked, symbols: all, missing: missing.length },
      'prices of a batch are recorded',
    );
    if (asked >= all) await completeSession(options, last);
  };

  const worker = startWorker<PriceJob>(queueName, {
    ...options,
    concurrency,
    async handle(job) {
      // Prices are written to the log, which may be a different one while it is not being followed.
      if (!following) throw new Postponed(notFollowing);
      if (job.data.kind === 'plan') await plan();
      else await refresh(job, job.data.symbols.split(','), job.data.session);
    },
  });

  /** Redis is not a source of truth. Work that it lost and missed nights are planned again from the log. */
  const sweep = async (): Promise<void> => {
    while (!signal.aborted) {
      wake = new AbortController();
      try {
        if (following) await plan();
        await queue.schedule('nightly', nightly, { kind: 'plan' });
      } catch (fault) {
        if (!(fault instanceof QueueUnavailable)) log.warn({ err: fault }, 'planning the prices failed');
      }
      await pause(sweepInterval, undefined, { signal: AbortSignal.any([signal, wake.signal]) }).catch(
        () => undefined,
      );
      await pause(gathering, undefined, { signal }).catch(() => undefined);
    }
  };

  const running = Promise.all([
    followState({
      database,
      eventStore,
      log,
      signal,
      model: priceState,
      onRestored: () => forgetAll(database),
      onNoted(events) {
        if (events.some(({ type }) => type === 'AllocationAdded')) wake.abort();
      },
      onState(state, fault) {
        following = state;
        stoppedBy = fault ?? null;
        if (state) wake.abort();
      },
    }),
    sweep(),
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
