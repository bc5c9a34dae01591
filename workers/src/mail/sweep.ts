import { type Log, realPause } from '@groundswell/platform';
import type { Links } from '@groundswell/platform/links';
import { type MailQueue, queueName } from './mail-queue.js';
import type { Outbox } from './outbox.js';

export interface SweepParts {
  readonly outbox: Pick<Outbox, 'allWaiting'>;
  readonly queue: Pick<MailQueue, 'enqueue'>;
  readonly links: Pick<Links, 'removeExpired'>;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds between two sweeps. */
  readonly every: number;
}

const sweepWindow = 600_000;

/**
 * A job may be lost with Redis, or fail permanently while the database or the mail server is down. Job ids
 * contain a time window, so waiting emails are enqueued again a few times an hour. The outbox prevents sending
 * twice.
 */
export const sweepMails = async (
  { outbox, queue, links, log, now, every }: SweepParts,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const window = Math.floor(now().getTime() / sweepWindow);
      await queue.enqueue(await outbox.allWaiting(), `${queueName}-${window}`, { again: true });
      await links.removeExpired();
    } catch (fault) {
      log.warn({ err: fault }, 'the search for waiting emails failed');
    }
    await realPause(every, signal);
  }
};
