import type { CheckResult, Log } from '@groundswell/platform';
import type { Sql } from '@groundswell/platform/database';
import { type JobQueue, QueueUnavailable } from '@groundswell/platform/queue';
import { type BrokerStream, readCursor } from './broker-listener/cursors.js';
import { moneyState } from './process-state/money-state.js';
import type { MoneyJob } from './steps/job-queue.js';

/** Jobs in Redis by state, as far as Redis can be asked. */
const queued = async (
  queue: Pick<JobQueue<MoneyJob>, 'counts'>,
  log: Log,
): Promise<Record<string, number | string>> => {
  try {
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.counts();
    return { waiting, active, delayed, failed };
  } catch (fault) {
    if (fault instanceof QueueUnavailable) return { queue: 'can’t be reached' };
    log.warn({ err: fault }, 'jobs could not be counted');
    return { queue: 'not countable' };
  }
};

/**
 * For operators: what is pending, parked and different; jobs in the queue; since when this process has been
 * connected to the broker's streams (null if it does not listen, or cannot), and how far they were handled.
 */
export const detailOf = async (
  { database, log }: { readonly database: Sql; readonly log: Log },
  connected: ReadonlyMap<BrokerStream, Date | undefined>,
  queue: Pick<JobQueue<MoneyJob>, 'counts'>,
): Promise<CheckResult['detail']> => {
  const [counts, jobs, accounts, funding] = await Promise.all([
    moneyState.queries.counts(database),
    queued(queue, log),
    readCursor(database, 'accounts'),
    readCursor(database, 'funding'),
  ]);
  return {
    ...counts,
    ...jobs,
    accountsSince: connected.get('accounts')?.toISOString() ?? null,
    fundingSince: connected.get('funding')?.toISOString() ?? null,
    accountsHeard: accounts,
    fundingHeard: funding,
  };
};
