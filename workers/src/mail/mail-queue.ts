import { createQueue, jobIdOf, QueueUnavailable, type RedisPlace } from '@groundswell/platform/queue';
import type { MailJob } from './deliver.js';

/** The queue in Redis; jobs hold only ids. */
export const queueName = 'mail';

export interface MailQueue {
  /**
   * Enqueues mails that the outbox has. One that fails to be is enqueued by the next sweep.
   * @param reaction part of the job id: a mail is enqueued once for each
   */
  enqueue(eventIds: readonly string[], reaction: string, more?: Omit<MailJob, 'eventId'>): Promise<void>;
  close(): Promise<void>;
}

export const createMailQueue = (place: RedisPlace): MailQueue => {
  const queue = createQueue<MailJob>(queueName, place);
  return {
    async enqueue(eventIds, reaction, more = {}) {
      try {
        for (const eventId of eventIds)
          await queue.add({ id: jobIdOf(eventId, reaction), data: { eventId, ...more } });
      } catch (fault) {
        if (!(fault instanceof QueueUnavailable)) place.log.error({ err: fault }, 'failed to enqueue mails');
      }
    },
    close: () => queue.close(),
  };
};
