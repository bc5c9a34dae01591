import type { MoneyDependencies } from '../dependencies.js';

/**
 * Waits until this process owns the name; undefined when the signal aborts first. Ownership is lost with the
 * connection.
 */
export type Own = (
  name: string,
  signal: AbortSignal,
) => Promise<{ readonly lost: Promise<Error>; close(): Promise<void> } | undefined>;

const lockName = 'what the broker says of money';
const pauseAfterFault = 1_000;

/**
 * Runs work in one process at a time, as long as it holds the lock; another process takes over when the lock
 * is lost. Ends with the signal.
 */
export const runAsLeader = async (
  own: Own,
  { log, pause }: Pick<MoneyDependencies, 'log' | 'pause'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const session = await own(lockName, signal);
      if (!session) return;
      const leading = new AbortController();
      void session.lost.then((fault) => leading.abort(fault));
      try {
        await work(AbortSignal.any([signal, leading.signal]));
      } finally {
        await session.close().catch(() => undefined);
      }
    } catch (fault) {
      if (!signal.aborted) log.error({ err: fault }, 'listening to the broker was interrupted');
      await pause(pauseAfterFault, signal);
    }
  }
};
