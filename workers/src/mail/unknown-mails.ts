import { mailOutcomeDue } from '@groundswell/platform';
import type { Sql } from '@groundswell/platform/database';

/** A mail that a server was given and may not have sent. */
export interface UnknownMail {
  readonly id: string;
  readonly kind: string;
  readonly personId: string;
  /** When it was handed over. */
  readonly since: Date;
}

/** Handed over for longer than any attempt takes. */
const isUnknown = `state = 'handed over' AND changed_at < now() - $1::integer * interval '1 minute'`;

/** Most that are listed. Further ones can be decided about together. */
const most = 1_000;

export const unknownMails = (sql: Sql): Promise<UnknownMail[]> =>
  sql.query<UnknownMail>(
    `SELECT event_id AS id, kind, person_id AS "personId", changed_at AS since FROM mail.mail
     WHERE ${isUnknown} ORDER BY changed_at LIMIT ${most}`,
    [mailOutcomeDue],
  );

/** What an operator decides about such a mail. */
export interface MailDecision {
  /** Its id; undefined for all of them. */
  readonly id: string | undefined;
  /** `waiting`: it is sent again. */
  readonly to: 'waiting' | 'dismissed';
  readonly by: string;
  readonly reason: string;
}

/** @returns how many mails it was about; none where a worker may still be sending it, or its outcome is known */
export const decideUnknownMails = async (sql: Sql, { id, to, by, reason }: MailDecision): Promise<number> => {
  const decided = await sql.query(
    `UPDATE mail.mail SET state = $2, changed_at = now(), decided_by = $3, reason = $4
     WHERE ${isUnknown} AND ($5::text IS NULL OR event_id::text = $5) RETURNING 1`,
    [mailOutcomeDue, to, by, reason, id ?? null],
  );
  return decided.length;
};
