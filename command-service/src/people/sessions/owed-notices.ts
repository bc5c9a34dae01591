import type { Sql } from '@groundswell/platform/database';

/** What a person is still to be told of: it has happened, and the log does not have it yet. */
export interface OwedNotice {
  readonly userId: string;
  readonly command: OwedCommand;
  readonly occurredAt: Date;
  /** For a reuse: the session that it ended. */
  readonly sessionId?: string;
  /** The id of the command, where a repeat of what happened has to find it. */
  readonly noticeId?: string;
}

export type OwedCommand =
  | 'NoteNewDevice'
  | 'NoteNewNetwork'
  | 'NoteTokenReuse'
  | 'ChangeEmail'
  | 'StopEmailChange';

/** Owes a notice, in the transaction of what it tells of. */
export const oweNotice = async (
  sql: Sql,
  { userId, command, occurredAt, sessionId, noticeId }: OwedNotice,
): Promise<void> => {
  await sql.query(
    `INSERT INTO people.owed_notice (notice_id, user_id, command, occurred_at, session_id)
     VALUES (coalesce($1, gen_random_uuid()), $2, $3, $4, $5)`,
    [noticeId ?? null, userId, command, occurredAt, sessionId ?? null],
  );
};
