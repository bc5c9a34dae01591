import type { Log } from '@groundswell/platform';
import { withCorrelation } from '@groundswell/platform';
import { type MailQueue, queueName } from './mail-queue.js';
import type { DueMail } from './mailable.js';

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

/** Mails under way at once, besides those of the queue. */
const most = 4;
/** Mails that wait here for their turn. */
const mostWaiting = 1_000;

/**
 * Sends mails as soon as they are due, without a detour through the queue. The queue gets what failed, what comes while the
 * log is not followed, and what comes while many are waiting. What a process leaves behind is found by the next sweep.
 */
export const createSendingAtOnce = ({ attempt, queue, isFollowing, log }: SendingParts): SendingAtOnce => {
  const underWay = new Set<Promise<void>>();
  const waiting: DueMail[] = [];
  let senders = 0;
  const leave = (mails: readonly DueMail[]): Promise<void> =>
    queue.enqueue(
      mails.map(({ eventId }) => eventId),
      queueName,
    );
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
  const sendInTurn = async (): Promise<void> => {
    senders += 1;
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) await sendOne(mail);
    senders -= 1;
  };
  const begin = (work: Promise<void>): void => {
    underWay.add(work);
    void work.then(() => underWay.delete(work));
  };
  return {
    send(mails) {
      const places = mostWaiting - waiting.length;
      waiting.push(...mails.slice(0, places));
      if (mails.length > places) begin(leave(mails.slice(places)));
      while (senders < most && waiting.length > 0) begin(sendInTurn());
    },
    async ended() {
      begin(leave(waiting.splice(0)));
      await Promise.all(underWay);
    },
  };
};
