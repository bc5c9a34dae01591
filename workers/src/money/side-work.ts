import type { Log } from '@groundswell/platform';
import { QueueUnavailable } from '@groundswell/platform/queue';

/** Work next to the loops. */
export interface SideWork {
  /** Begins some, and waits for nothing: a fault of it is logged, and is what the next sweep is for. */
  begin(what: string, work: () => Promise<void>): void;
  /** Waits until everything that was started has ended. */
  ended(): Promise<void>;
}

/** @param signal from its abortion on the process ends, and faults are no news */
export const openSideWork = (log: Log, signal: AbortSignal): SideWork => {
  const underWay = new Set<Promise<void>>();
  return {
    begin(what, work) {
      const running = work().catch((fault: unknown) => {
        if (!signal.aborted && !(fault instanceof QueueUnavailable))
          log.warn({ err: fault }, `${what} failed`);
      });
      underWay.add(running);
      void running.then(() => underWay.delete(running));
    },
    async ended() {
      await Promise.all(underWay);
    },
  };
};
