import { setTimeout as pause } from 'node:timers/promises';
import { ownership } from '@groundswell/platform/read-store';
import type { MoneySurroundings } from '../surroundings.js';

const lockName = 'what the broker says of money';
const pauseAfterFault = 1_000;

/**
 * Does work that one process does at a time, for as long as it holds the lock; another takes over when it is lost.
 * Ends with the signal.
 */
export const lead = async (
  { database, log }: Pick<MoneySurroundings, 'database' | 'log'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const session = await ownership(database, lockName, signal);
      if (!session) return;
      const leading = new AbortController();
      void session.lost.then((fault) => leading.abort(fault));
      try {
        await work(AbortSignal.any([signal, leading.signal]));
      } finally {
        await session.close().catch(() => undefined);
      }
    } catch (fault) {
      if (!signal.aborted) log.error({ err: fault }, 'hearing what the broker says was interrupted');
      await pause(pauseAfterFault, undefined, { signal }).catch(() => undefined);
    }
  }
};
