import type { Actor } from '@groundswell/contracts';
import { currentCorrelation, derivedId } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { Accounts } from '../account/accounts.js';
import type { Reuse } from '../sessions/rotation.js';

/** What a person is told of sign-ins to their account: recorded in the log, and mailed from there. */
export interface SignInNotices {
  /** Tells of new devices and networks; everyone if no person is given. What the log cannot take now stays owed. */
  tellOwed(userId?: string): Promise<void>;
  /** Once for each session, however often its tokens come back. The user of the token is unknown. */
  tokenReuse(reused: Reuse['reused']): Promise<void>;
}

export interface NoticesParts {
  readonly database: Pick<Database, 'query'>;
  readonly accounts: Pick<Accounts, 'change'>;
  readonly newId: () => string;
}

interface OwedNotice {
  readonly notice_id: string;
  readonly user_id: string;
  readonly command: 'NoteNewDevice' | 'NoteNewNetwork';
  readonly occurred_at: Date;
}

export const createSignInNotices = ({ database, accounts, newId }: NoticesParts): SignInNotices => {
  const causeOf = (id: string, role: Actor['role']) => ({
    actor: { id, role },
    correlationId: currentCorrelation()?.correlationId ?? newId(),
  });
  return {
    async tellOwed(userId) {
      const owed = await database.query<OwedNotice>(
        'SELECT notice_id, user_id, command, occurred_at FROM people.owed_notice WHERE $1::text IS NULL OR user_id = $1',
        [userId ?? null],
      );
      for (const { notice_id: commandId, user_id: person, command: type, occurred_at: occurredAt } of owed) {
        const cause = { ...causeOf(person, 'user'), commandId, occurredAt: occurredAt.toISOString() };
        await accounts.change(person, { type }, cause);
        await database.query('DELETE FROM people.owed_notice WHERE notice_id = $1', [commandId]);
      }
    },
    async tokenReuse({ sessionId, userId }) {
      const cause = { ...causeOf(userId, 'anonymous'), commandId: derivedId('token reuse', sessionId) };
      await accounts.change(userId, { type: 'NoteTokenReuse', sessionId }, cause);
    },
  };
};
