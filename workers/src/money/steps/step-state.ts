import type { TradingAccount } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import { readJob } from '../../shared/jobs.js';
import type { MoneyDependencies } from '../dependencies.js';
import { isPausing } from './back-off.js';
import { obstacleToDrop } from './drop.js';
import { type Step, stepIdOf, stepOfId, stepsUnfinished } from './step.js';
import type { Trouble } from './troubles.js';

/** What is known of a person's steps besides the account: failures and parked jobs. */
export interface History {
  readonly troubles: ReadonlyMap<string, Trouble>;
  /** States by id of jobs that were parked and are not finished. */
  readonly jobs: ReadonlyMap<string, string>;
}

/** @param parked jobs that were parked a moment ago, which the tables may not have yet */
export const historyOf = async (
  { store }: MoneyDependencies,
  userId: string,
  parked: readonly string[] = [],
): Promise<History> => {
  const [troubles, jobs] = await Promise.all([store.troublesOf(userId), store.jobsOf(userId)]);
  const known = [...parked.map((id) => ({ id, state: 'parked' })), ...jobs];
  return { troubles, jobs: new Map(known.map(({ id, state }) => [id, state])) };
};

/** `waiting`: until the given time. `parked`: until an operator decides. */
export type StepState =
  | { readonly is: 'ready' | 'parked' | 'dropped' }
  | { readonly is: 'waiting'; readonly until: Date };

/**
 * Whether a step may run now. Tables list the steps that were ever parked; the log shows what became of them,
 * since tables may be behind it, or lost.
 */
export const stepStateOf = async (
  { store, eventStore, settings, now }: MoneyDependencies,
  step: Step,
  { troubles, jobs }: History,
  { state }: LoadedAccount,
): Promise<StepState> => {
  const id = stepIdOf(step);
  const trouble = troubles.get(id);
  if (trouble?.parked || jobs.has(id)) {
    const job = await readJob(eventStore, id);
    if (job?.state === 'parked') return { is: 'parked' };
    // A dropped cancellation is abandoned: the transfer proceeds.
    if (job?.state === 'dropped' && step.kind === 'cancel-transfer') return { is: 'parked' };
    // What was certain when it was dropped may no longer be: then it is found out first.
    const isDropped = job?.state === 'dropped' && obstacleToDrop(step, state, job.reason) === undefined;
    if (isDropped) return { is: 'dropped' };
    if (trouble?.parked) {
      await store.forgetTrouble(id);
      return { is: 'ready' };
    }
  }
  return trouble && isPausing(trouble.nextAt, now(), settings.patience)
    ? { is: 'waiting', until: trouble.nextAt }
    : { is: 'ready' };
};

/**
 * Jobs that were parked and whose work is done, or no longer needed. A step that waits for something else is still to be done:
 * its job is not settled.
 */
export const settledJobs = ({ jobs }: Pick<History, 'jobs'>, account: TradingAccount): string[] => {
  const open = new Set(stepsUnfinished(account).map(stepIdOf));
  return [...jobs].flatMap(([id, state]) =>
    state !== 'dropped' && stepOfId(id) && !open.has(id) ? [id] : [],
  );
};
