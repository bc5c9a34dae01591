import { type Actor, isRefusal } from '@groundswell/contracts';
import type { UserCommand } from '@groundswell/domain/people';
import { currentCorrelation } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { Accounts } from '../account/accounts.js';
import type { OwedCommand } from '../sessions/owed-notices.js';

/** What a person is told of their account once it has happened: recorded in the log, and mailed from there. */
export interface SignInNotices {
  /**
   * Tells of new devices and networks, of spent tokens that came back, and of changes of address; everyone if no person is
   * given. What the log cannot take now stays owed.
   */
  tellOwed(userId?: string): Promise<void>;
}

export interface NoticesParts {
  readonly database: Pick<Database, 'query'>;
  readonly accounts: Pick<Accounts, 'change'>;
  readonly newId: () => string;
}

interface OwedRow {
  readonly notice_id: string;
  readonly user_id: string;
  readonly command: OwedCommand;
  readonly occurred_at: Date;
  readonly session_id: string | null;
}

/** A person who brings back a spent token or follows a link is not signed in. */
const roles: Readonly<Record<OwedCommand, Actor['role']>> = {
  NoteNewDevice: 'user',
  NoteNewNetwork: 'user',
  NoteTokenReuse: 'anonymous',
  ChangeEmail: 'anonymous',
  StopEmailChange: 'anonymous',
};

const commandOf = ({ command: type, session_id }: OwedRow): UserCommand =>
  type === 'NoteTokenReuse' ? { type, sessionId: session_id ?? '' } : { type };

/** Refusals that say nothing of the command itself. */
const untold: ReadonlySet<string> = new Set(['RevisionConflict', 'StillUnderWay']);

export const createSignInNotices = ({ database, accounts, newId }: NoticesParts): SignInNotices => {
  const tell = async (owed: OwedRow): Promise<void> => {
    const done = await accounts.change(owed.user_id, commandOf(owed), {
      actor: { id: owed.user_id, role: roles[owed.command] },
      correlationId: currentCorrelation()?.correlationId ?? newId(),
      commandId: owed.notice_id,
      occurredAt: owed.occurred_at.toISOString(),
    });
    if (isRefusal(done) && untold.has(done.refused)) throw new Error(`a notice stays owed: ${done.refused}`);
    await database.query('DELETE FROM people.owed_notice WHERE notice_id = $1', [owed.notice_id]);
  };

  return {
    async tellOwed(userId) {
      const allOwed = await database.query<OwedRow>(
        `SELECT notice_id, user_id, occurred_at, command, session_id FROM people.owed_notice
       WHERE $1::text IS NULL OR user_id = $1 ORDER BY occurred_at`,
        [userId ?? null],
      );
      const faults: unknown[] = [];
      for (const owed of allOwed) await tell(owed).catch((fault: unknown) => faults.push(fault));
      if (faults.length > 0) throw faults[0];
    },
  };
};
