import type { LoadedAccount } from '../../shared/accounts.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { StepFailed } from './failure.js';
import { finish, finishSettled } from './finish.js';
import { setBack } from './set-back.js';
import { type Step, stepIdOf, stepsDue } from './step.js';
import { type History, historyOf, type StepState, stepStateOf } from './step-state.js';
import { callOff, perform } from './steps.js';
import type { StepEnd, Work } from './work.js';

/** How often a step may be repeated at once before it counts as failed. */
const mostRounds = 5;

/**
 * Runs one step to its end, successful or not. Throws only when the outcome could not be stored.
 * @param parked gets the id of a step that it parks
 */
const carryOut = async (
  work: Work,
  { step, state }: { readonly step: Step; readonly state: StepState },
  history: History,
  parked: string[],
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
    const isParked = await setBack(dependencies, userId, step, history.troubles.get(stepId), fault);
    if (isParked) parked.push(stepId);
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
  const parked: string[] = [];
  for (;;) {
    signal.throwIfAborted();
    const history = await historyOf(dependencies, userId, parked);
    const loaded = (rounds.size === 0 && newTransferIn(desk, userId, history)) || (await desk.read(userId));
    const due = stepsDue(loaded.state);
    await finishSettled(dependencies, history, loaded.state);
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
    const end = await carryOut(work, next, history, parked);
    if (end === 'done' && hidesNothing(due, loaded)) return undefined;
    if (end === 'failed') rounds.set(id, mostRounds);
    else if (rounds.get(id) === mostRounds) {
      const fault = new StepFailed('It finished several times but is still due.');
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
