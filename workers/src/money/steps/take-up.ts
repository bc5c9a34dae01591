import type { JobQueue } from '@groundswell/platform/queue';
import type { TakeUp } from '../on-events.js';
import type { SideWork } from '../side-work.js';
import { enqueue, type MoneyJob } from './job-queue.js';
import { type Step, stepIdOf } from './step.js';
import type { WorkOn } from './work.js';

/** People worked on at once besides the queue's: most of the time they wait for the broker. */
const most = 16;
/** People who wait here for their turn: a job in the queue costs several times as much. */
const mostWaiting = 1_000;

export interface TakingUp {
  readonly takeUp: TakeUp;
  /** Whether this process works on a person already, or will soon. */
  has(userId: string): boolean;
}

/**
 * Works at once on people for whom the log brings a step, without a detour through the queue. The queue gets what has to wait,
 * what failed, and what comes while too many people wait for their turn. Every process hears of each step, so one alone does
 * this; what it leaves behind when it ends is found by the next one's sweep.
 * @param isOurs whether this process is the one
 */
export const openTakingUp = (
  queue: JobQueue<MoneyJob>,
  sideWork: SideWork,
  workOn: WorkOn,
  isOurs: () => boolean,
): TakingUp => {
  const atWork = new Set<string>();
  /** By person, a step that the log brought: one turn does all that is due. */
  const waiting = new Map<string, Step>();
  const leave = (userId: string, step: Step): Promise<void> =>
    enqueue(queue, [{ userId, stepId: stepIdOf(step) }]);

  const workAtOnce = async (userId: string, step: Step): Promise<void> => {
    atWork.add(userId);
    try {
      if (await workOn(userId)) await leave(userId, step);
    } catch (fault) {
      // Without the queue, the next sweep finds it; what is logged is why it failed.
      await leave(userId, step).catch(() => undefined);
      throw fault;
    } finally {
      atWork.delete(userId);
      beginNext();
    }
  };

  const begin = (userId: string, step: Step): void =>
    sideWork.begin('working on a person', () => workAtOnce(userId, step));

  const beginNext = (): void => {
    if (!isOurs()) waiting.clear();
    for (const [userId, step] of waiting) {
      if (atWork.size === most) return;
      if (atWork.has(userId)) continue;
      waiting.delete(userId);
      begin(userId, step);
    }
  };

  return {
    takeUp(userId, step) {
      if (!isOurs() || waiting.has(userId)) return;
      if (waiting.size >= mostWaiting) return sideWork.begin('enqueuing', () => leave(userId, step));
      waiting.set(userId, step);
      beginNext();
    },
    has: (userId) => atWork.has(userId) || waiting.has(userId),
  };
};
