import { backOff, type Log, messageOf, realPause } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import { type EventStore, LogCutShort } from '@groundswell/platform/event-store';
import { readLogOfDatabase } from '@groundswell/platform/read-store';
import { openMailIntake } from './intake.js';
import { queueName } from './mail-queue.js';
import type { DueMail } from './mailable.js';
import type { Outbox } from './outbox.js';

export interface LogReading {
  /** Whether the log is being read: while it is not, it may be a different one. */
  readonly following: boolean;
  /** Why it is not being read, if known. */
  readonly stoppedBy: string | null;
  /** Reads until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export interface LogReadingParts {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly log: Log;
}

/** First and longest pause before the log is read again after a fault, in milliseconds. */
const pauses = { first: 500, most: 30_000 };
/** Milliseconds after a batch in which events gather for the next one, so that fewer transactions record mails. */
const gathering = 50;

/**
 * Reads the log for mails from the last saved position, and has them sent. Mail is not ready until that works.
 * @param send begins to send mails
 */
export const createLogReading = (
  { database, eventStore, log }: LogReadingParts,
  outbox: Pick<Outbox, 'place' | 'beginAnew' | 'note'>,
  send: (mails: readonly DueMail[]) => void,
): LogReading => {
  let following = false;
  let stoppedBy: string | null = null;
  const stop = (fault: string | null): void => {
    following = false;
    stoppedBy = fault;
  };

  const follow = async (signal: AbortSignal, onCaughtUp: () => void): Promise<void> => {
    const ofDatabase = await readLogOfDatabase(database);
    let { position: after, ...mark } = await outbox.place();
    if (mark.log !== undefined && mark.log !== ofDatabase) {
      log.error('continuing with another log: reading it from the beginning for emails');
      await outbox.beginAnew();
      ({ position: after, ...mark } = await outbox.place());
    }
    const take = openMailIntake(outbox, after);
    let live = false;
    await eventStore.subscribe({
      name: queueName,
      after,
      mark: { log: ofDatabase, seen: mark.seen },
      categories: ['waitlist', 'user', 'tradingAccount'],
      signal,
      async onBatch(batch) {
        const taken = await take(batch);
        following = true;
        send(taken);
        if (live) await realPause(gathering, signal);
      },
      onCaughtUp() {
        live = true;
        following = true;
        onCaughtUp();
      },
      onDisconnected() {
        live = false;
        stop(null);
      },
    });
  };

  /** Old mails are not sent again: sent ones are known by their event, and late ones stay unsent. */
  const beginAnew = async (fault: LogCutShort): Promise<void> => {
    log.error({ err: fault }, 'an older log was restored: reading it from the beginning for emails');
    stop(fault.message);
    await outbox.beginAnew();
  };

  return {
    get following() {
      return following;
    },
    get stoppedBy() {
      return stoppedBy;
    },
    async run(signal) {
      const pausing = backOff(pauses);
      while (!signal.aborted) {
        try {
          await follow(signal, pausing.reset).catch(async (fault: unknown) => {
            if (!(fault instanceof LogCutShort)) throw fault;
            await beginAnew(fault);
          });
        } catch (fault) {
          stop(messageOf(fault));
          log.error({ err: fault }, 'reading the log for mails failed');
          await pausing.wait(signal);
        }
      }
    },
  };
};
