import type { JobQueue } from '@groundswell/platform/queue';
import type { TakeUp } from '../on-events.js';
import type { SideWork } from '../side-work.js';
import { enqueue, type MoneyJob } from './job-queue.js';
import { type Step, stepIdOf } from './step.js';
import type { WorkOn } from './work.js';

/** People worked on at once besides the queue's: most of the time they wait for the broker. */
const most = 16;

/**
 * Works at once on people for whom the log brings a step, without a detour through the queue. The queue gets what has to wait,
 * what failed, and what comes while too many are worked on. Every process hears of each step, so one alone does this; what it
 * leaves behind when it ends is found by the next one's sweep.
 * @param isOurs whether this process is the one
 */
export const openTakingUp = (
  queue: JobQueue<MoneyJob>,
  sideWork: SideWork,
  workOn: WorkOn,
  isOurs: () => boolean,
): TakeUp => {
  let atWork = 0;
  const leave = (userId: string, step: Step): Promise<void> =>
    enqueue(queue, [{ userId, stepId: stepIdOf(step) }]);

  const workAtOnce = async (userId: string, step: Step): Promise<void> => {
    atWork += 1;
    try {
      if (await workOn(userId)) await leave(userId, step);
    } catch (fault) {
      // Without the queue, the next sweep finds it; what is logged is why it failed.
      await leave(userId, step).catch(() => undefined);
      throw fault;
    } finally {
      atWork -= 1;
    }
  };

  return (userId, step) => {
    if (!isOurs()) return;
    if (atWork < most) sideWork.begin('working on a person', () => workAtOnce(userId, step));
    else sideWork.begin('enqueuing', () => leave(userId, step));
  };
};
