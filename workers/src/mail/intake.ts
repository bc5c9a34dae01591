import type { EventBatch } from '@groundswell/platform/event-store';
import { mailsFor } from './mailable.js';
import type { Outbox } from './outbox.js';
import type { SendingAtOnce } from './send-at-once.js';

/** Takes in the log: records which mails are due, and has them sent. */
export interface MailIntake {
  take(batch: Pick<EventBatch, 'events' | 'position' | 'mark'>): Promise<void>;
  /** Has the next position recorded even when nothing is due. */
  expectAnew(): void;
}

/** Minimum milliseconds between two saved positions while nothing is due. */
const noteInterval = 5_000;

export const createMailIntake = (
  outbox: Pick<Outbox, 'note'>,
  sending: Pick<SendingAtOnce, 'send'>,
): MailIntake => {
  let noted = Number.NEGATIVE_INFINITY;
  return {
    async take({ events, position, mark }) {
      const due = mailsFor(events);
      // If nothing is due, only the position moves. Saving it now and then is enough, since reading again is safe.
      if (due.length === 0 && performance.now() - noted < noteInterval) return;
      const taken = await outbox.note(due, position, mark);
      noted = performance.now();
      // Another process has the others, or had.
      sending.send(due.filter(({ eventId }) => taken.has(eventId)));
    },
    expectAnew() {
      noted = Number.NEGATIVE_INFINITY;
    },
  };
};
