import type { EventBatch } from '@groundswell/platform/event-store';
import { type MailQueue, queueName } from './mail-queue.js';
import { mailsFor } from './mailable.js';
import type { Outbox } from './outbox.js';

/** Takes in the log: records which mails are due, and enqueues them. */
export interface MailIntake {
  take(batch: Pick<EventBatch, 'events' | 'position' | 'mark'>): Promise<void>;
  /** Has the next position recorded even when nothing is due. */
  expectAnew(): void;
}

/** Minimum milliseconds between two saved positions while nothing is due. */
const noteInterval = 5_000;

export const createMailIntake = (
  outbox: Pick<Outbox, 'note'>,
  queue: Pick<MailQueue, 'enqueue'>,
): MailIntake => {
  let noted = Number.NEGATIVE_INFINITY;
  return {
    async take({ events, position, mark }) {
      const due = mailsFor(events);
      // If nothing is due, only the position moves. Saving it now and then is enough, since reading again is safe.
      if (due.length === 0 && performance.now() - noted < noteInterval) return;
      await outbox.note(due, position, mark);
      noted = performance.now();
      await queue.enqueue(
        due.map(({ eventId }) => eventId),
        queueName,
      );
    },
    expectAnew() {
      noted = Number.NEGATIVE_INFINITY;
    },
  };
};
