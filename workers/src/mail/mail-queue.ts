import { createQueue, jobIdOf, QueueUnavailable, type RedisPlace } from '@groundswell/platform/queue';
import type { MailJob } from './deliver.js';
import { canWait, type QueuedMail } from './mailable.js';

/** The queue in Redis; jobs hold only ids. */
export const queueName = 'mail';

export interface MailQueue {
  /**
   * Enqueues mails that the outbox has. One that fails to be is enqueued by the next sweep.
   * @param reaction part of the job id: a mail is enqueued once for each
   */
  enqueue(mails: readonly QueuedMail[], reaction: string, more?: Omit<MailJob, 'eventId'>): Promise<void>;
  close(): Promise<void>;
}

export const createMailQueue = (place: RedisPlace): MailQueue => {
  const queue = createQueue<MailJob>(queueName, place);
  return {
    async enqueue(mails, reaction, more = {}) {
      try {
        for (const { eventId, kind } of mails)
          await queue.add({
            id: jobIdOf(eventId, reaction),
            data: { eventId, ...more },
            afterOthers: canWait(kind),
          });
      } catch (fault) {
        if (!(fault instanceof QueueUnavailable)) place.log.error({ err: fault }, 'failed to enqueue mails');
      }
    },
    close: () => queue.close(),
  };
};
