import type { UserCommand } from '@groundswell/domain/people';
import { currentCorrelation } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { Accounts } from '../account/accounts.js';

/** What a person is told of sign-ins to their account: recorded in the log, and mailed from there. */
export interface SignInNotices {
  /**
   * Tells of new devices and networks, and of spent tokens that came back; everyone if no person is given. What the log cannot
   * take now stays owed.
   */
  tellOwed(userId?: string): Promise<void>;
}

export interface NoticesParts {
  readonly database: Pick<Database, 'query'>;
  readonly accounts: Pick<Accounts, 'change'>;
  readonly newId: () => string;
}

type OwedNotice = {
  readonly notice_id: string;
  readonly user_id: string;
  readonly occurred_at: Date;
} & (
  | { readonly command: 'NoteNewDevice' | 'NoteNewNetwork'; readonly session_id: null }
  | { readonly command: 'NoteTokenReuse'; readonly session_id: string }
);

const commandOf = (owed: OwedNotice): UserCommand =>
  owed.session_id === null ? { type: owed.command } : { type: owed.command, sessionId: owed.session_id };

export const createSignInNotices = ({ database, accounts, newId }: NoticesParts): SignInNotices => ({
  async tellOwed(userId) {
    const allOwed = await database.query<OwedNotice>(
      `SELECT notice_id, user_id, occurred_at, command, session_id FROM people.owed_notice
       WHERE $1::text IS NULL OR user_id = $1`,
      [userId ?? null],
    );
    for (const owed of allOwed) {
      // Who brought a spent token back is unknown.
      const role = owed.command === 'NoteTokenReuse' ? 'anonymous' : 'user';
      await accounts.change(owed.user_id, commandOf(owed), {
        actor: { id: owed.user_id, role },
        correlationId: currentCorrelation()?.correlationId ?? newId(),
        commandId: owed.notice_id,
        occurredAt: owed.occurred_at.toISOString(),
      });
      await database.query('DELETE FROM people.owed_notice WHERE notice_id = $1', [owed.notice_id]);
    }
  },
});
