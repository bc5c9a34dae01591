import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { discrepancyJob } from '../reconciliation/discrepancies.js';
import type { MoneyStore } from '../store.js';

/**
 * Which of the broker's transfers were ever recorded as not requested here: they are never taken for ours, even after
 * their job has ended.
 */
export const knownStrangers = async (
  store: Pick<MoneyStore, 'jobsAmong'>,
  list: readonly MadeTransfer[],
): Promise<Set<string>> => {
  const jobOf = (id: string): string => discrepancyJob('explain transfer', id);
  const known = new Set(await store.jobsAmong(list.map(({ id }) => jobOf(id))));
  return new Set(list.flatMap(({ id }) => (known.has(jobOf(id)) ? [id] : [])));
};
