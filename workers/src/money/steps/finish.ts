import type { TradingAccount } from '@groundswell/domain/money';
import { tellJob } from '../../shared/jobs.js';
import type { MoneyDependencies } from '../dependencies.js';
import { jobActor } from './set-back.js';
import { type History, settledJobs } from './step-state.js';

/** Notes that a step has ended: its failures are forgotten, and its job is finished if it has one. */
export const finish = async (
  dependencies: MoneyDependencies,
  stepId: string,
  { troubles, jobs }: History,
): Promise<void> => {
  const { store, eventStore, now, newId } = dependencies;
  if (troubles.has(stepId)) await store.forgetTrouble(stepId);
  if (!jobs.has(stepId)) return;
  const context = { commandId: newId(), actor: jobActor, occurredAt: now().toISOString() };
  await tellJob(eventStore, stepId, { type: 'FinishJob' }, context, dependencies);
};

/**
 * Finishes the jobs of steps that are done, or no longer needed: a worker may park a step just after someone else found
 * out what became of it.
 * @param account read after the history
 */
export const finishSettled = async (
  dependencies: MoneyDependencies,
  history: History,
  account: TradingAccount,
): Promise<void> => {
  for (const id of settledJobs(history, account)) await finish(dependencies, id, history);
};
