import { setTimeout as pause } from 'node:timers/promises';
import { backOff, type CheckResult, type Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { type EventBatch, type EventStore, LogCutShort } from '@groundswell/platform/event-store';
import { openLinks } from '@groundswell/platform/links';
import { createQueue, jobIdOf, Postponed, QueueUnavailable, startWorker } from '@groundswell/platform/queue';
import { prepareReadStore, readLogOfDatabase } from '@groundswell/platform/read-store';
import type { Vault } from '@groundswell/platform/vault';
import { readTurn } from './account-turn.js';
import type { Carrier } from './carrier.js';
import { deliver, type MailJob } from './deliver.js';
import { mailsFor } from './mailable.js';
import { openOutbox } from './outbox.js';

export interface MailOptions {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly redisUrl: string;
  /** Separates instances that share one Redis. */
  readonly prefix?: string;
  readonly vault: Vault;
  readonly carrier: Carrier;
  readonly publicUrl: string;
  readonly log: Log;
  readonly now?: () => Date;
  /** Milliseconds between two sweeps for mails whose job was lost. */
  readonly sweepInterval?: number;
}

export interface RunningMail {
  /** Ready while the log is being read; lists mails that an operator may want to look at. */
  check(): Promise<CheckResult>;
  close(): Promise<void>;
}

const queueName = 'mail';
/** First and longest pause before the log is read again after a fault, in milliseconds. */
const pauses = { first: 500, most: 30_000 };
const sweepWindow = 600_000;
/** Milliseconds before a job is retried while the log is not being followed. */
const notFollowing = 500;
/** Minimum milliseconds between two saved positions while nothing is due. */
const noteInterval = 5_000;

/** Follows the log, records which mails are due, and sends them through jobs that hold only ids. */
export const startMail = async (options: MailOptions): Promise<RunningMail> => {
  const { database, eventStore, log, sweepInterval = 30_000, now = () => new Date() } = options;
  await prepareReadStore(database);
  const outbox = await openOutbox(database);
  const links = await openLinks(database, now);
  const queue = createQueue<MailJob>(queueName, options);
  const stopped = new AbortController();
  const { signal } = stopped;
  let following = false;
  let noted = Number.NEGATIVE_INFINITY;
  /** Why the log is not being read, if known. */
  let stoppedBy: string | null = null;
  const stop = (fault: string | null): void => {
    following = false;
    stoppedBy = fault;
  };

  const enqueue = async (
    eventIds: readonly string[],
    reaction: string,
    more: Omit<MailJob, 'eventId'> = {},
  ): Promise<void> => {
    try {
      for (const eventId of eventIds)
        await queue.add({ id: jobIdOf(eventId, reaction), data: { eventId, ...more } });
    } catch (fault) {
      // The outbox has them: the next sweep enqueues them again.
      if (!(fault instanceof QueueUnavailable)) log.error({ err: fault }, 'mails could not be enqueued');
    }
  };

  const take = async ({ events, position, mark }: EventBatch): Promise<void> => {
    const due = mailsFor(events);
    // If nothing is due, only the position moves. Saving it now and then is enough, since reading again is safe.
    if (due.length === 0 && performance.now() - noted < noteInterval) return;
    await outbox.note(due, position, mark);
    noted = performance.now();
    await enqueue(
      due.map(({ eventId }) => eventId),
      queueName,
    );
  };

  const follow = async (onCaughtUp: () => void): Promise<void> => {
    const ofDatabase = await readLogOfDatabase(database);
    let { position: after, ...mark } = await outbox.place();
    if (mark.log !== undefined && mark.log !== ofDatabase) {
      log.error('another log was taken on: it is read for mails from its beginning');
      await outbox.beginAnew();
      ({ position: after, ...mark } = await outbox.place());
    }
    await eventStore.subscribe({
      name: queueName,
      after,
      mark: { log: ofDatabase, seen: mark.seen },
      categories: ['waitlist', 'user', 'tradingAccount'],
      signal,
      async onBatch(batch) {
        await take(batch);
        following = true;
      },
      onCaughtUp() {
        following = true;
        onCaughtUp();
      },
      onDisconnected: () => stop(null),
    });
  };

  /** Old mails are not sent again: sent ones are known by their event, and late ones stay unsent. */
  const beginAnew = async (fault: LogCutShort): Promise<void> => {
    log.error({ err: fault }, 'an older log was restored: it is read for mails from its beginning');
    stop(fault.message);
    await outbox.beginAnew();
    noted = Number.NEGATIVE_INFINITY;
  };

  /** Retries from the last saved position after a failure. Mail is not ready until that works. */
  const followForEver = async (): Promise<void> => {
    const pausing = backOff(pauses);
    while (!signal.aborted) {
      try {
        await follow(pausing.reset).catch(async (fault: unknown) => {
          if (!(fault instanceof LogCutShort)) throw fault;
          await beginAnew(fault);
        });
      } catch (fault) {
        stop(fault instanceof Error ? fault.message : String(fault));
        log.error({ err: fault }, 'reading the log for mails failed');
        await pausing.wait(signal);
      }
    }
  };

  /**
   * A job may be lost with Redis, or fail permanently while the database or the mail server is down. Job ids
   * contain a time window, so waiting emails are enqueued again a few times an hour. The outbox prevents sending
   * twice.
   */
  const sweep = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const window = Math.floor(now().getTime() / sweepWindow);
        await enqueue(await outbox.allWaiting(), `${queueName}-${window}`, { again: true });
        await links.removeExpired();
      } catch (fault) {
        log.warn({ err: fault }, 'looking for mails that wait failed');
      }
      await pause(sweepInterval, undefined, { signal }).catch(() => undefined);
    }
  };

  const worker = startWorker<MailJob>(queueName, {
    ...options,
    concurrency: 4,
    async handle(job) {
      // The content of an email is read from the log, which may be a different one while it is not being followed.
      if (!following) throw new Postponed(notFollowing);
      await deliver({ ...options, outbox, links, now, turnOf: (mail) => readTurn(eventStore, mail) }, job);
    },
  });
  const running = Promise.all([followForEver(), sweep()]);

  return {
    check: async () => ({
      ready: following,
      detail: await outbox.unsettled(),
      ...(!following && stoppedBy ? { why: stoppedBy } : {}),
    }),
    async close() {
      stopped.abort();
      await running;
      await worker.close();
      await queue.close();
    },
  };
};
