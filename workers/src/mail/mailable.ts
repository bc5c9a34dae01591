import { type AnyEvent, idOfStream } from '@groundswell/contracts';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { type MoneyMailKind, moneyMailFor } from './money-mailable.js';

/** Every mail that we send. */
export type MailKind = PersonMailKind | MoneyMailKind;

/** Mails about how somebody signs in, and about the waitlist. */
export type PersonMailKind =
  | 'confirm waitlist'
  | 'reset password'
  | 'password changed'
  | 'google linked'
  | 'google unlinked'
  | 'new device'
  | 'two-step sign-in turned on'
  | 'two-step sign-in turned off'
  | 'recovery codes renewed'
  | 'copied sign-in ended';

/** The events that are followed by a mail, and by which one, whatever they say. */
const kinds: Partial<Record<AnyEvent['type'], PersonMailKind>> = {
  WaitlistJoined: 'confirm waitlist',
  WaitlistConfirmationRequested: 'confirm waitlist',
  PasswordResetRequested: 'reset password',
  PasswordChanged: 'password changed',
  GoogleLinked: 'google linked',
  GoogleUnlinked: 'google unlinked',
  NewDeviceSignedIn: 'new device',
  SecondFactorTurnedOn: 'two-step sign-in turned on',
  SecondFactorTurnedOff: 'two-step sign-in turned off',
  RecoveryCodesRenewed: 'recovery codes renewed',
  SessionEndedAfterReuse: 'copied sign-in ended',
};

/** A mail that is due: ids alone. */
export interface DueMail {
  readonly eventId: string;
  readonly personId: string;
  readonly kind: MailKind;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The mail that may follow an event, if any. The events' streams are named by the person's id. */
export const mailFor = (
  event: Pick<RecordedEvent, 'id' | 'type' | 'data' | 'stream' | 'metadata'>,
): DueMail | undefined => {
  const kind = kinds[event.type] ?? moneyMailFor(event as AnyEvent);
  return (
    kind && {
      eventId: event.id,
      personId: idOfStream(event.stream),
      kind,
      occurredAt: event.metadata.occurredAt,
    }
  );
};

type Mailed = Parameters<typeof mailFor>[0];

/**
 * The mails that may follow events that were read together. Money that may be withdrawn as soon as it settles is told of
 * once: the mail about the settlement says it.
 */
export const mailsFor = (events: readonly Mailed[]): DueMail[] => {
  const toldOf = new Set<unknown>();
  return events.flatMap((event) => {
    const { type, data } = event as AnyEvent;
    if (type === 'TransferSettled' && data.heldUntil === null) toldOf.add(data.transferId);
    const isTold = type === 'TransferReleased' && toldOf.has(data.transferId);
    return isTold ? [] : (mailFor(event) ?? []);
  });
};

const hour = 3_600_000;
/** A weekend without mail must not keep from people what became of their money. */
const moneyDelay = 72 * hour;

/**
 * Milliseconds after which a mail is not worth sending any more. It also keeps a worker that reads the log from its
 * beginning from writing to everybody about what happened long ago.
 */
export const longestDelay: Readonly<Record<MailKind, number>> = {
  'confirm waitlist': 24 * hour,
  'reset password': hour,
  'password changed': 24 * hour,
  'google linked': 24 * hour,
  'google unlinked': 24 * hour,
  'new device': 24 * hour,
  'two-step sign-in turned on': 24 * hour,
  'two-step sign-in turned off': 24 * hour,
  'recovery codes renewed': 24 * hour,
  'copied sign-in ended': 24 * hour,
  'account open': moneyDelay,
  'account needs something': moneyDelay,
  'account declined': moneyDelay,
  'account closed': moneyDelay,
  'application refused': moneyDelay,
  'bank linked': moneyDelay,
  'bank removed': moneyDelay,
  'withdrawal requested': moneyDelay,
  'transfer settled': moneyDelay,
  'transfer available': moneyDelay,
  'transfer refused': moneyDelay,
  'transfer canceled': moneyDelay,
  'transfer returned': moneyDelay,
};
