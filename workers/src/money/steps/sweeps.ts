import { openWaker } from '@groundswell/platform';
import { type JobQueue, QueueUnavailable } from '@groundswell/platform/queue';
import type { MoneyDependencies } from '../dependencies.js';
import { enqueue, type MoneyJob } from './job-queue.js';

export interface Sweeps {
  /** Starts a sweep now. */
  begin(): void;
  /** Sweeps until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Redis is not authoritative: jobs it lost are enqueued again from the process state, under the same ids.
 * @param isFollowing whether the process state belongs to the log; nothing is enqueued while it may belong to
 * another one
 * @param isTaken whether this process works on a person anyway: a job would only cost both time
 */
export const openSweeps = (
  { store, settings, log, pause }: Pick<MoneyDependencies, 'store' | 'settings' | 'log' | 'pause'>,
  queue: JobQueue<MoneyJob>,
  isFollowing: () => boolean,
  isTaken: (userId: string) => boolean,
): Sweeps => {
  const waker = openWaker(pause);
  const sweep = async (): Promise<void> => {
    try {
      if (!isFollowing()) return;
      const steps = await store.steps();
      await enqueue(
        queue,
        steps.filter(({ userId }) => !isTaken(userId)),
      );
    } catch (fault) {
      if (!(fault instanceof QueueUnavailable))
        log.warn({ err: fault }, 'looking for steps that are due failed');
    }
  };
  return {
    begin: waker.wake,
    run: (signal) => waker.loop(signal, settings.sweepEvery, sweep),
  };
};
