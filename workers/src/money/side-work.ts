import type { Log } from '@groundswell/platform';
import { QueueUnavailable } from '@groundswell/platform/queue';

/** Background work alongside the loops. */
export interface SideWork {
  /** Starts work without waiting for it. A fault is logged and left to the next sweep. */
  begin(what: string, work: () => Promise<void>): void;
  /** Waits until everything that was started has ended. */
  ended(): Promise<void>;
}

/** @param signal once it aborts, the process is ending and faults are not logged */
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
