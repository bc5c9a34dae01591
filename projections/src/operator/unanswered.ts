import { mailOutcomeDue } from '@groundswell/platform';
import { type Database, unlessStructural } from '@groundswell/platform/database';
import { counted } from '@groundswell/platform/operator';
import { countOverdue } from '@groundswell/platform/vault';
import type { OwnerQuestion } from '../read-models/trading-account/queries.js';

/** Milliseconds after which personal data should have been deleted: the command service sweeps every hour. */
const grace = 2 * 3_600_000;
/** Days for which a mail that was given up is counted, as failed jobs are. */
const recently = 30;

/** What no one has taken care of yet. */
export interface Unanswered {
  /** Questions about a bank account’s owner that wait for operators; null where the tables cannot be read. */
  readonly ownersInQuestion: readonly OwnerQuestion[] | null;
  /** Personal data that should have been deleted; null before the command service has run. */
  readonly overdueValues: number | null;
  /** Mails that the mail server refused for good in the last 30 days; null before the workers have run. */
  readonly mailsGivenUp: number | null;
  /** Mails whose outcome is unknown; null before the workers have run. */
  readonly mailsUnknown: UnknownMails | null;
}

interface UnknownMails {
  readonly mails: number;
  /** When the oldest one was handed over to a mail server; null when there is none. */
  readonly since: Date | null;
}

const countGivenUp = async (database: Database): Promise<number> => {
  const [row] = await database.query<{ mails: number }>(
    `SELECT count(*)::integer AS mails FROM mail.mail
      WHERE state = 'gave up' AND changed_at > now() - $1::integer * interval '1 day'`,
    [recently],
  );
  return row?.mails ?? 0;
};

const countUnknown = async (database: Database): Promise<UnknownMails> => {
  const [row] = await database.query<UnknownMails>(
    `SELECT count(*)::integer AS mails, min(changed_at) AS since FROM mail.mail
      WHERE state = 'handed over' AND changed_at < now() - $1::integer * interval '1 minute'`,
    [mailOutcomeDue],
  );
  return row ?? { mails: 0, since: null };
};

export const readUnanswered = async (
  database: Database,
  at: Date,
): Promise<Omit<Unanswered, 'ownersInQuestion'>> => ({
  overdueValues: (await unlessStructural(countOverdue(database, at, grace))) ?? null,
  mailsGivenUp: (await unlessStructural(countGivenUp(database))) ?? null,
  mailsUnknown: (await unlessStructural(countUnknown(database))) ?? null,
});

/** What is wrong about it, as text. */
export const unansweredText = ({ ownersInQuestion, overdueValues, mailsUnknown }: Unanswered): string[] => [
  ...(ownersInQuestion?.length
    ? [
        `${counted(ownersInQuestion.length, 'bank owner’s name is waiting', 'bank owners’ names are waiting')} for an answer: ` +
          'bank-owner list',
      ]
    : []),
  ...(overdueValues
    ? [
        `${counted(overdueValues, 'value')} of personal data should have been deleted: is the command service running?`,
      ]
    : []),
  ...(mailsUnknown?.since
    ? [
        `${counted(mailsUnknown.mails, 'email')} may not have been sent, the oldest since ${mailsUnknown.since.toISOString()}: mails unknown`,
      ]
    : []),
];

/** A mail that was given up has a failed job until that is dismissed or forgotten, so this alone is no problem. */
export const givenUpText = ({ mailsGivenUp }: Pick<Unanswered, 'mailsGivenUp'>): string[] =>
  mailsGivenUp
    ? [
        `${counted(mailsGivenUp, 'email was', 'emails were')} refused in the last ${recently} days and given up: jobs failed --all`,
      ]
    : [];
