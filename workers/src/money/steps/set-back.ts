import { streamOf } from '@groundswell/contracts';
import { tellJob } from '../../shared/jobs.js';
import type { MoneyDependencies } from '../dependencies.js';
import { failingSince, pauseAfter } from './back-off.js';
import { reasonOf, StepFailed } from './failure.js';
import { type Step, stepIdOf } from './step.js';
import type { Trouble } from './troubles.js';

export const jobActor = { id: 'money-worker', role: 'system' } as const;

/**
 * Records a failed step. It is retried after increasing pauses, and parked once it has failed for too long.
 * @returns whether it was parked
 */
export const setBack = async (
  dependencies: MoneyDependencies,
  userId: string,
  step: Step,
  before: Trouble | undefined,
  fault: unknown,
): Promise<boolean> => {
  const { store, eventStore, settings, log, now, random, newId } = dependencies;
  const stepId = stepIdOf(step);
  const failedAt = now();
  const since = failingSince(before?.since, failedAt);
  const failures = (before?.failures ?? 0) + 1;
  const { forGood = false, lookBy } = fault instanceof StepFailed ? fault : {};
  const pauseEnd = failedAt.getTime() + pauseAfter(failures, settings.patience, random());
  const nextAt = new Date(Math.min(pauseEnd, lookBy?.getTime() ?? pauseEnd));
  const isTooLong = failedAt.getTime() - since.getTime() >= settings.patience.parkAfter;
  const parked = forGood || (isTooLong && lookBy === undefined);
  const reason = reasonOf(fault);
  await store.noteTrouble(userId, { stepId, since, failures, nextAt, parked }, reason);
  const facts = { stepId, userId, failures, reason };
  if (!parked) {
    log.warn(facts, 'a step at the broker failed, and is tried again');
    return false;
  }
  const about = `${reason} Tried ${failures === 1 ? 'once' : `${failures} times`} since ${since.toISOString()}.`;
  await tellJob(
    eventStore,
    stepId,
    {
      type: 'ParkJob',
      jobId: stepId,
      kind: step.kind.replaceAll('-', ' '),
      subject: streamOf('tradingAccount', userId),
      reason: forGood ? reason : about,
    },
    { commandId: newId(), actor: jobActor, occurredAt: failedAt.toISOString() },
    dependencies,
  );
  log.error(facts, 'a step at the broker is parked');
  return true;
};
