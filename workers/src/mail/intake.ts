import type { EventBatch, Position } from '@groundswell/platform/event-store';
import { type DueMail, mailsFor } from './mailable.js';
import type { Outbox } from './outbox.js';

/**
 * Takes in a part of the log: records which mails are due.
 * @returns the mails that no other process has
 * @throws PlaceLost when the log must be read again from an earlier position
 */
export type MailIntake = (
  batch: Pick<EventBatch, 'events' | 'position' | 'mark'>,
) => Promise<readonly DueMail[]>;

/** Minimum milliseconds between two saved positions while nothing is due. */
const noteInterval = 5_000;

/**
 * Takes in the log from a position; undefined: from its beginning. The first position after it is recorded even if nothing is
 * due.
 */
export const openMailIntake = (outbox: Pick<Outbox, 'note'>, from: Position | undefined): MailIntake => {
  let noted = Number.NEGATIVE_INFINITY;
  let follows = from;
  return async ({ events, position, mark }) => {
    const due = mailsFor(events);
    // If nothing is due, only the position moves. Saving it now and then is enough, since reading again is safe.
    if (due.length === 0 && performance.now() - noted < noteInterval) return [];
    const taken = await outbox.note(due, { position, follows }, mark);
    follows = position;
    noted = performance.now();
    return due.filter(({ eventId }) => taken.has(eventId));
  };
};
