import { type AnyEvent, idOfStream } from '@groundswell/contracts';
import { secondMailId, secondMails } from '@groundswell/platform';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import {
  askedFromEmailField,
  leftEmailField,
  pendingEmailField,
  previousEmailField,
} from '@groundswell/platform/vault';
import { type MoneyMailKind, moneyMailFor } from './money-mailable.js';

export type MailKind = PersonMailKind | MoneyMailKind;

/** Emails about sign-in and the waitlist. */
export type PersonMailKind =
  | 'confirm waitlist'
  | 'reset password'
  | 'password changed'
  | 'google linked'
  | 'google unlinked'
  | 'new device'
  | 'new network'
  | 'confirm address'
  | 'address change asked for'
  | 'address changed'
  | 'address was changed'
  | 'address taken back'
  | 'two-step sign-in turned on'
  | 'two-step sign-in turned off'
  | 'recovery codes renewed'
  | 'copied sign-in ended';

/** Events that may be followed by a mail, and its kind. */
const kinds: Partial<Record<AnyEvent['type'], PersonMailKind>> = {
  WaitlistJoined: 'confirm waitlist',
  WaitlistConfirmationRequested: 'confirm waitlist',
  PasswordResetRequested: 'reset password',
  PasswordChanged: 'password changed',
  GoogleLinked: 'google linked',
  GoogleUnlinked: 'google unlinked',
  NewDeviceSignedIn: 'new device',
  NewNetworkSignedIn: 'new network',
  EmailChangeRequested: 'confirm address',
  EmailChanged: 'address changed',
  EmailChangeStopped: 'address taken back',
  SecondFactorTurnedOn: 'two-step sign-in turned on',
  SecondFactorTurnedOff: 'two-step sign-in turned off',
  RecoveryCodesRenewed: 'recovery codes renewed',
  SessionEndedAfterReuse: 'copied sign-in ended',
};

/** Vault fields of the recipient's address, for emails that do not go to the account's address. */
export const addressFields: Partial<Record<MailKind, string>> = {
  'confirm address': pendingEmailField,
  // Not the address that they have by the time of a late attempt.
  'address change asked for': askedFromEmailField,
  'address was changed': previousEmailField,
  'address taken back': leftEmailField,
};

/** Emails sent in addition to another one about the same event, to a different address. */
const alsoTold: Partial<Record<MailKind, PersonMailKind>> = secondMails;

/** An email that is due. Holds ids only. */
export interface DueMail {
  /** Id of the event it is about; a second email about the same event has an id derived from it. */
  readonly eventId: string;
  readonly personId: string;
  readonly kind: MailKind;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** The email that an event may trigger, if any. The event's stream is named after the person's id. */
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

/** A second mail about the same event, to another address. */
const besides = (mail: DueMail): DueMail[] => {
  const kind = alsoTold[mail.kind];
  return kind ? [{ ...mail, eventId: secondMailId(mail.eventId, kind), kind }] : [];
};

/**
 * The mails that may follow a batch of events. When money can be withdrawn as soon as it settles, only the
 * mail about the settlement is sent, which says so.
 */
export const mailsFor = (events: readonly Mailed[]): DueMail[] => {
  const toldOf = new Set<unknown>();
  return events.flatMap((event) => {
    const { type, data } = event as AnyEvent;
    if (type === 'TransferSettled' && data.heldUntil === null) toldOf.add(data.transferId);
    const isTold = type === 'TransferReleased' && toldOf.has(data.transferId);
    const mail = isTold ? undefined : mailFor(event);
    return mail ? [mail, ...besides(mail)] : [];
  });
};

const hour = 3_600_000;
/** People must learn what became of their money even after a weekend without mail. */
const moneyDelay = 72 * hour;

/**
 * Milliseconds after which an email is no longer worth sending. This also keeps a worker that reads the log from
 * the beginning from emailing everyone about old events.
 */
export const longestDelay: Readonly<Record<MailKind, number>> = {
  'confirm waitlist': 24 * hour,
  'reset password': hour,
  'password changed': 24 * hour,
  'google linked': 24 * hour,
  'google unlinked': 24 * hour,
  'new device': 24 * hour,
  'new network': 24 * hour,
  'confirm address': hour,
  'address change asked for': 24 * hour,
  'address changed': 24 * hour,
  'address was changed': 72 * hour,
  'address taken back': 72 * hour,
  'two-step sign-in turned on': 24 * hour,
  'two-step sign-in turned off': 24 * hour,
  'recovery codes renewed': 24 * hour,
  'copied sign-in ended': 24 * hour,
  'account open': moneyDelay,
  'account needs something': moneyDelay,
  'account declined': moneyDelay,
  'account closed': moneyDelay,
  'application refused': moneyDelay,
  'bank added': moneyDelay,
  'bank linked': moneyDelay,
  'bank removed': moneyDelay,
  'withdrawal requested': moneyDelay,
  'transfer settled': moneyDelay,
  'transfer available': moneyDelay,
  'transfer refused': moneyDelay,
  'transfer canceled': moneyDelay,
  'transfer returned': moneyDelay,
};
