import { type JobQueue, QueueUnavailable } from '@groundswell/platform/queue';
import { openWaker } from '../../shared/waker.js';
import type { MoneyDependencies } from '../dependencies.js';
import { enqueue, type MoneyJob } from './job-queue.js';

export interface Sweeps {
  /** Has one begun now. */
  begin(): void;
  /** Sweeps until the signal ends it. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Redis holds no truth: what it lost is enqueued again from the process state, under the same ids.
 * @param isFollowing whether the process state is that of the log; nothing is enqueued while it may be another one's
 */
export const openSweeps = (
  { store, settings, log, pause }: Pick<MoneyDependencies, 'store' | 'settings' | 'log' | 'pause'>,
  queue: JobQueue<MoneyJob>,
  isFollowing: () => boolean,
): Sweeps => {
  const waker = openWaker(pause);
  const sweep = async (): Promise<void> => {
    try {
      if (isFollowing()) await enqueue(queue, await store.steps());
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
