import { type AnyEvent, idOfStream } from '@groundswell/contracts';
import { secondMailId, secondMails } from '@groundswell/platform';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import {
  askedFromEmailField,
  leftEmailField,
  pendingEmailField,
  returnableEmailFields,
} from '@groundswell/platform/vault';
import { type MoneyMailKind, moneyMailFor } from './money-mailable.js';

export type MailKind = PersonMailKind | MoneyMailKind;

/** Tells the owner of an address that can be had back. */
type ChangeNotice = (typeof secondMails)['address changed'][number];

/** Emails about sign-in and the waitlist. */
export type PersonMailKind =
  | 'confirm waitlist'
  | 'reset password'
  | 'account opening'
  | 'password changed'
  | 'google linked'
  | 'google unlinked'
  | 'new device'
  | 'new network'
  | 'confirm address'
  | 'address change asked for'
  | 'address changed'
  | ChangeNotice
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
  AccountOpeningRequested: 'account opening',
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
  // Each keeps its place when the address is changed again: a thief who does that gets no late mail meant for the owner.
  ...Object.fromEntries(
    secondMails['address changed'].map((kind, place) => [kind, returnableEmailFields[place]]),
  ),
  'address taken back': leftEmailField,
};

/** Emails sent in addition to another one about the same event, to different addresses. */
const alsoTold: Partial<Record<MailKind, readonly PersonMailKind[]>> = secondMails;

/** An email that is due. Holds ids only. */
export interface DueMail {
  /** Id of the event it is about; a second email about the same event has an id derived from it. */
  readonly eventId: string;
  readonly personId: string;
  readonly kind: MailKind;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** What the queue and the next sweep need to know of it. */
export type QueuedMail = Pick<DueMail, 'eventId' | 'kind'>;

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

/** Further mails about the same event, to other addresses. */
const besides = (mail: DueMail): DueMail[] =>
  (alsoTold[mail.kind] ?? []).map((kind) => ({ ...mail, eventId: secondMailId(mail.eventId, kind), kind }));

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

/** Anyone can have such mails sent to any address, and as many as they have addresses: all other mails go before them. */
export const patientKinds: readonly MailKind[] = ['confirm waitlist', 'account opening'];
export const canWait = (kind: MailKind): boolean => patientKinds.includes(kind);

const hour = 3_600_000;
/** What someone else may have done is worth knowing while they may still be at it, even after a week without mail. */
const noticeDelay = 7 * 24 * hour;
/** As long as an address can be taken back. After that the mail would offer what no longer works. */
const addressDelay = 72 * hour;
/** People must learn what became of their money even after a weekend without mail. Later, their activity shows it. */
const moneyDelay = 72 * hour;

/**
 * Milliseconds after which an email is no longer worth sending. A link that was asked for is asked for again, and
 * is not left in a mailbox days later. This also keeps a worker that reads the log from
 * the beginning from emailing everyone about old events.
 */
export const longestDelay: Readonly<Record<MailKind, number>> = {
  'confirm waitlist': 24 * hour,
  'reset password': hour,
  'account opening': hour,
  'password changed': noticeDelay,
  'google linked': noticeDelay,
  'google unlinked': noticeDelay,
  'new device': noticeDelay,
  'new network': noticeDelay,
  'confirm address': hour,
  'address change asked for': addressDelay,
  'address changed': addressDelay,
  'address was changed': addressDelay,
  'address was changed 2': addressDelay,
  'address was changed 3': addressDelay,
  'address was changed 4': addressDelay,
  'address was changed 5': addressDelay,
  'address taken back': addressDelay,
  'two-step sign-in turned on': noticeDelay,
  'two-step sign-in turned off': noticeDelay,
  'recovery codes renewed': noticeDelay,
  'copied sign-in ended': noticeDelay,
  'account open': moneyDelay,
  'account needs something': moneyDelay,
  'account declined': moneyDelay,
  'account closed': moneyDelay,
  'application refused': moneyDelay,
  'bank added': noticeDelay,
  'bank linked': noticeDelay,
  'bank removed': noticeDelay,
  'withdrawal requested': noticeDelay,
  'transfer settled': moneyDelay,
  'transfer available': moneyDelay,
  'transfer refused': moneyDelay,
  'transfer canceled': moneyDelay,
  'transfer returned': moneyDelay,
};
