import { type AnyEvent, type DomainEvent, idOfStream } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';

/** Every mail that we send. */
export type MailKind = 'confirm waitlist' | 'reset password' | 'password changed' | 'google linked';

/** The events that are followed by a mail, and by which one. */
const kinds: Partial<Record<AnyEvent['type'], MailKind>> = {
  WaitlistJoined: 'confirm waitlist',
  WaitlistConfirmationRequested: 'confirm waitlist',
  PasswordResetRequested: 'reset password',
  PasswordChanged: 'password changed',
  GoogleLinked: 'google linked',
};

/** A mail that is due: ids alone. */
export interface DueMail {
  readonly eventId: string;
  readonly personId: string;
  readonly kind: MailKind;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The mail that follows an event, if any. The events' streams are named by the person's id. */
export const mailFor = ({
  id,
  type,
  stream,
  metadata,
}: Pick<RecordedEvent<DomainEvent<AnyEvent['type']>>, 'id' | 'type' | 'stream' | 'metadata'>):
  | DueMail
  | undefined => {
  const kind = kinds[type];
  return kind && { eventId: id, personId: idOfStream(stream), kind, occurredAt: metadata.occurredAt };
};

const hour = 3_600_000;

/**
 * Milliseconds after which a mail is not worth sending any more. It also keeps a worker that reads the log from its
 * beginning from writing to everybody about what happened long ago.
 */
export const longestDelay: Readonly<Record<MailKind, number>> = {
  'confirm waitlist': 24 * hour,
  'reset password': hour,
  'password changed': 24 * hour,
  'google linked': 24 * hour,
};
