import type { CheckResult } from '@groundswell/platform';
import type { JobQueue } from '@groundswell/platform/queue';
import { moneyBook } from './book/money-book.js';
import { type BrokerStream, heardUpTo } from './hearing/heard.js';
import type { MoneyJob } from './steps/job-queue.js';
import type { MoneySurroundings } from './surroundings.js';

/** Jobs in Redis by state, as far as it can be asked. */
const queued = async (queue: JobQueue<MoneyJob>): Promise<Record<string, number | string>> => {
  try {
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = await queue.counts();
    return { waiting, active, delayed, failed };
  } catch {
    return { queue: 'out of reach' };
  }
};

/**
 * For operators: what is pending, parked and different; jobs in the queue; since when the broker's streams stand in this
 * process (null in one that does not listen, or cannot) and up to where they were heard.
 */
export const detailOf = async (
  { database }: Pick<MoneySurroundings, 'database'>,
  connected: ReadonlyMap<BrokerStream, Date | undefined>,
  queue: JobQueue<MoneyJob>,
): Promise<CheckResult['detail']> => {
  const [counts, jobs, accounts, funding] = await Promise.all([
    moneyBook.queries.counts(database),
    queued(queue),
    heardUpTo(database, 'accounts'),
    heardUpTo(database, 'funding'),
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
