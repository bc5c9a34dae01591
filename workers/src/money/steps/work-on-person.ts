import type { LoadedAccount } from '../../shared/accounts.js';
import { tellJob } from '../../shared/jobs.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { StepFailed } from './failure.js';
import { jobActor, setBack } from './set-back.js';
import { type Step, stepIdOf, stepsDue } from './step.js';
import { type History, historyOf, type StepState, settledJobs, stepStateOf } from './step-state.js';
import { callOff, perform } from './steps.js';
import type { StepEnd, Work } from './work.js';

/** How often a step may be repeated at once before it counts as failed. */
const mostRounds = 5;

const finish = async (
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

/** Runs one step to its end, successful or not. Throws only when the outcome could not be stored. */
const carryOut = async (
  work: Work,
  step: Step,
  state: StepState,
  history: History,
): Promise<StepEnd | 'failed'> => {
  const { dependencies, userId, signal } = work;
  const stepId = stepIdOf(step);
  try {
    const end = state.is === 'dropped' ? await callOff(work, step) : await perform(work, step);
    if (end === 'done') await finish(dependencies, stepId, history);
    return end;
  } catch (fault) {
    // Aborted from outside: the step's outcome is unknown, and the next worker finds it out.
    signal.throwIfAborted();
    await setBack(dependencies, userId, step, history.troubles.get(stepId), fault);
    return 'failed';
  }
};

/**
 * Does everything that is due for a person, one step after another; the caller holds the person's lock.
 * @returns when work has to be resumed; undefined when nothing is waiting
 * @throws EventStoreError, and the database's errors: what was noted is then unknown
 */
export const workOnPerson = async (
  dependencies: MoneyDependencies,
  desk: AccountDesk,
  userId: string,
  signal: AbortSignal,
): Promise<Date | undefined> => {
  const rounds = new Map<string, number>();
  for (;;) {
    signal.throwIfAborted();
    const history = await historyOf(dependencies, userId);
    const loaded = (rounds.size === 0 && newTransferIn(desk, userId, history)) || (await desk.read(userId));
    const due = stepsDue(loaded.state);
    for (const id of settledJobs(history, loaded.state)) await finish(dependencies, id, history);
    const states = await Promise.all(
      due.map(async (step) => ({ step, state: await stepStateOf(dependencies, step, history, loaded) })),
    );
    const next = states.find(
      ({ step, state }) =>
        (state.is === 'ready' || state.is === 'dropped') && (rounds.get(stepIdOf(step)) ?? 0) < mostRounds,
    );
    if (!next) return earliest(states.map(({ state }) => state));
    const id = stepIdOf(next.step);
    rounds.set(id, (rounds.get(id) ?? 0) + 1);
    const work: Work = { dependencies, desk, userId, loaded, signal };
    const end = await carryOut(work, next.step, next.state, history);
    if (end === 'done' && hidesNothing(due, loaded)) return undefined;
    if (end === 'failed') rounds.set(id, mostRounds);
    else if (rounds.get(id) === mostRounds) {
      const fault = new StepFailed('It came to an end several times, and was due as before.');
      await setBack(dependencies, userId, next.step, history.troubles.get(id), fault);
    }
  }
};

/**
 * The account as last seen, if a transfer that was never sent is all that is due, and no step was set back: its fence proves
 * that nothing has changed since.
 */
const newTransferIn = (desk: AccountDesk, userId: string, { troubles, jobs }: History) => {
  const seen = desk.recall(userId);
  const isNew = seen && hidesNothing(stepsDue(seen.state), seen);
  return isNew && troubles.size === 0 && jobs.size === 0 ? seen : undefined;
};

/**
 * Whether a transfer was all that was due, with nothing waiting behind it: later requests have their own job,
 * so there is no need to look again.
 */
const hidesNothing = ([only, ...others]: readonly Step[], { state }: LoadedAccount): boolean =>
  only?.kind === 'submit-transfer' &&
  others.length === 0 &&
  state.transfers.get(only.entityId)?.submitting === false;

const earliest = (states: readonly StepState[]): Date | undefined => {
  const times = states.flatMap((state) => (state.is === 'waiting' ? [state.until.getTime()] : []));
  return times.length > 0 ? new Date(Math.min(...times)) : undefined;
};
