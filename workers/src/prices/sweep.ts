import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@groundswell/platform';
import { QueueUnavailable } from '@groundswell/platform/queue';

export interface Sweep {
  /** Ends the pause between two sweeps. */
  wake(): void;
  /** Sweeps until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export interface SweepOptions {
  readonly log: Log;
  /** Milliseconds between two sweeps. */
  readonly every: number;
  /** Milliseconds that each sweep waits for more to come. */
  readonly gathering: number;
}

/** Plans work again and again: Redis is not a source of truth, and may have lost some. */
export const createSweep = (plan: () => Promise<void>, { log, every, gathering }: SweepOptions): Sweep => {
  let woken = new AbortController();
  return {
    wake: () => woken.abort(),
    async run(signal) {
      while (!signal.aborted) {
        woken = new AbortController();
        try {
          await plan();
        } catch (fault) {
          if (!(fault instanceof QueueUnavailable)) log.warn({ err: fault }, 'planning the prices failed');
        }
        await pause(every, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(
          () => undefined,
        );
        await pause(gathering, undefined, { signal }).catch(() => undefined);
      }
    },
  };
};
