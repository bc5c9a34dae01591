import type { Log } from '@groundswell/platform';
import { withCorrelation } from '@groundswell/platform';
import { type MailQueue, queueName } from './mail-queue.js';
import { canWait, type DueMail } from './mailable.js';

export interface SendingAtOnce {
  /** Begins to send mails that the outbox has just taken. */
  send(mails: readonly DueMail[]): void;
  /** Leaves what is waiting to the queue, and waits until all that was begun has ended. */
  ended(): Promise<void>;
}

export interface SendingParts {
  /** One attempt. A failure leaves the mail to the queue. */
  readonly attempt: (mail: DueMail) => Promise<void>;
  readonly queue: Pick<MailQueue, 'enqueue'>;
  /** While the log is not followed, it may be another one than the one that a mail is about. */
  readonly isFollowing: () => boolean;
  readonly log: Log;
}

/** Mails that wait for their turn, and how many of them are under way at once, besides those of the queue. */
interface Lane {
  readonly waiting: DueMail[];
  readonly most: number;
  underWay: number;
}

const senders = 4;
/** Mails of a lane that wait here for their turn. */
const mostWaiting = 1_000;

/**
 * Sends mails as soon as they are due, without a detour through the queue. The queue gets what failed, what comes while the
 * log is not followed, and what comes while many are waiting. What a process leaves behind is found by the next sweep.
 */
export const createSendingAtOnce = ({ attempt, queue, isFollowing, log }: SendingParts): SendingAtOnce => {
  const underWay = new Set<Promise<void>>();
  const urgent: Lane = { waiting: [], most: senders, underWay: 0 };
  // One sender stays free of them: a slow mail server must not hold up the others.
  const patient: Lane = { waiting: [], most: senders - 1, underWay: 0 };
  const leave = (mails: readonly DueMail[]): Promise<void> => queue.enqueue(mails, queueName);
  const sendOne = async (mail: DueMail): Promise<void> => {
    if (!isFollowing()) return leave([mail]);
    const { eventId, kind } = mail;
    try {
      await withCorrelation({ correlationId: eventId, causationId: eventId }, () => attempt(mail));
    } catch (fault) {
      log.warn({ err: fault, eventId, kind }, 'a mail was not sent at once, and is enqueued');
      await leave([mail]);
    }
  };
  const begin = (work: Promise<void>): void => {
    underWay.add(work);
    void work.then(() => underWay.delete(work));
  };
  const sendFrom = async (lane: Lane, mail: DueMail): Promise<void> => {
    lane.underWay += 1;
    await sendOne(mail);
    lane.underWay -= 1;
    sendNext();
  };
  const sendNext = (): void => {
    for (const lane of [urgent, patient])
      while (lane.underWay < lane.most && urgent.underWay + patient.underWay < senders) {
        const mail = lane.waiting.shift();
        if (!mail) break;
        begin(sendFrom(lane, mail));
      }
  };
  const wait = (lane: Lane, mails: readonly DueMail[]): void => {
    const places = mostWaiting - lane.waiting.length;
    lane.waiting.push(...mails.slice(0, places));
    if (mails.length > places) begin(leave(mails.slice(places)));
  };
  return {
    send(mails) {
      wait(
        urgent,
        mails.filter(({ kind }) => !canWait(kind)),
      );
      wait(
        patient,
        mails.filter(({ kind }) => canWait(kind)),
      );
      sendNext();
    },
    async ended() {
      for (const lane of [urgent, patient]) begin(leave(lane.waiting.splice(0)));
      await Promise.all(underWay);
    },
  };
};
