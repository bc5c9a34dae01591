import type { MoneyDependencies } from '../dependencies.js';

const prefix = 'explain-transfer.';

/** Transfers at the broker that were recorded as not requested here: they are never taken for ours. */
export const knownStrangers = async (
  { store }: Pick<MoneyDependencies, 'store'>,
  userId: string,
): Promise<Set<string>> => {
  const jobs = await store.jobsOf(userId);
  return new Set(jobs.flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : [])));
};
