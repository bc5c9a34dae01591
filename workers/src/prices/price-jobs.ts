import type { Broker } from '@groundswell/broker';
import type { Job, JobQueue } from '@groundswell/platform/queue';
import { noteAsked } from './asked.js';
import { completeSession, progressOf } from './complete-session.js';
import { type Batch, pendingBatches } from './plan.js';
import { priceState } from './price-state.js';
import { readySession } from './ready-session.js';
import { type RefreshDependencies, refreshSymbols } from './refresh.js';

/** `plan` determines the work for the last session; `refresh` does one batch of it. */
export type PriceJob = { kind: 'plan' } | { kind: 'refresh'; session: string; symbols: string };

export interface PriceJobs {
  /**
   * Enqueues everything missing for the last session. Job ids are derived from the work, so a waiting job is not
   * enqueued twice.
   */
  plan(): Promise<void>;
  /** Does what a job says. */
  handle(job: Job<PriceJob>): Promise<void>;
}

export interface PriceJobsDependencies extends RefreshDependencies {
  readonly broker: Pick<Broker, 'calendar'>;
  /** Milliseconds after which symbols that an outage left out are requested again. */
  readonly rest?: number;
}

export const createPriceJobs = (
  dependencies: PriceJobsDependencies,
  queue: Pick<JobQueue<PriceJob>, 'add'>,
): PriceJobs => {
  const { database, broker, log, now, rest = 600_000 } = dependencies;
  const session = readySession(broker);

  const enqueue = async (batches: readonly Batch[]): Promise<void> => {
    for (const { id, symbols, session } of batches) {
      const data = { kind: 'refresh', session, symbols: symbols.join(',') } as const;
      // The tables determine what is still to be requested. A kept job id would prevent requesting it again.
      await queue.add({ id, data, kept: false });
    }
  };

  const plan = async (): Promise<void> => {
    const last = await session(now());
    const completed = (await priceState.queries.completed(database)) ?? '';
    const isComplete = completed >= last;
    await enqueue(await pendingBatches(database, last, { which: isComplete ? 'late' : 'all', rest }));
    if (!isComplete) await completeSession(dependencies, last);
  };

  const refresh = async (job: Job<PriceJob>, symbols: readonly string[], last: string): Promise<void> => {
    try {
      await refreshSymbols(dependencies, symbols, last);
    } catch (fault) {
      if (job.attempt < job.attempts) throw fault;
      await noteAsked(database, last, new Map(symbols.map((symbol) => [symbol, 'failed'])));
      await completeSession(dependencies, last);
      throw fault;
    }
    const { asked, symbols: all, missing } = await progressOf(dependencies, last);
    log.info(
      { session: last, asked, symbols: all, missing: missing.length },
      'prices of a batch are recorded',
    );
    if (asked >= all) await completeSession(dependencies, last);
  };

  return {
    plan,
    handle: (job) =>
      job.data.kind === 'plan' ? plan() : refresh(job, job.data.symbols.split(','), job.data.session),
  };
};
