import type { Database, Sql } from '@groundswell/platform/database';
import { hashOfSecret, type IdentityChanges, lockSignInMethods } from '@groundswell/platform/identity';
import { openAt } from './open-at.js';

/** Why a session ended; for operators. */
type EndReason =
  | 'signed out'
  | 'signed out from elsewhere'
  | 'token reused'
  | 'password changed'
  | 'address changed'
  | 'role taken'
  | 'second factor reset'
  | 'ended by an operator'
  | 'older than the log says'
  | 'erased';

/** Ends sessions, and notifies every service. */
export interface SessionEnding {
  /**
   * Ends the session a refresh token belongs to, whether spent or not; in the caller's transaction, if given. Returns false when
   * it had ended before.
   */
  end(refresh: string, reason: EndReason, sql?: Sql): Promise<boolean>;
  /** Ends one session of a person; false when it is not open or not theirs. */
  endOne(userId: string, sessionId: string): Promise<boolean>;
  /**
   * Ends all sessions of a person except one, and sign-ins that wait for a code; in the caller's transaction, if given.
   * Returns how many sessions.
   */
  endOthers(userId: string, keptSessionId: string, sql?: Sql): Promise<number>;
  /** Ends all of them, and sign-ins that wait for a code; in the caller's transaction, if given. */
  endAllOf(userId: string, reason: EndReason, sql?: Sql): Promise<void>;
  /** Ends and deletes the sessions of a person that were not used for longest, beyond the most that anyone needs. */
  endBeyondMost(userId: string, sql: Sql): Promise<void>;
  /** Deletes sessions that are permanently over; returns how many. */
  removeExpired(): Promise<number>;
}

export interface EndingParts {
  readonly database: Database;
  /** The notices for services that keep no sessions. */
  readonly changes: Pick<IdentityChanges, 'noteEnded' | 'noteChanged'>;
  readonly now: () => Date;
}

/** Kept for a person: a list of all of them is sent at once, and one call ends them. */
export const mostSessions = 1_000;

export const createSessionEnding = ({ database, changes, now }: EndingParts): SessionEnding => {
  /** @param condition SQL that uses the values as `$3` and up */
  const endIn = async (
    sql: Sql,
    reason: EndReason,
    condition: string,
    ...values: unknown[]
  ): Promise<number> => {
    const rows = await sql.query<{ session_id: string }>(
      `UPDATE people.session session SET ended_at = $1, end_reason = $2 WHERE ended_at IS NULL AND ${condition}
       RETURNING session_id`,
      [now(), reason, ...values],
    );
    await changes.noteEnded(
      rows.map(({ session_id }) => session_id),
      now(),
      sql,
    );
    return rows.length;
  };
  const endFromElsewhere = (sql: Sql, condition: string, ...values: unknown[]): Promise<number> =>
    endIn(sql, 'signed out from elsewhere', `${openAt('$1')} AND ${condition}`, ...values);
  const within = <Result>(sql: Sql | undefined, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
    sql ? work(sql) : database.transaction(work);

  /** Also waits for a sign-in that is being completed, so that its session is ended with the others. */
  const endBegun = async (sql: Sql, userId: string): Promise<void> => {
    await lockSignInMethods(sql, userId);
    await sql.query('DELETE FROM people.begun_sign_in WHERE user_id = $1', [userId]);
  };

  const endAllOf = async (sql: Sql, userId: string, reason: EndReason): Promise<void> => {
    await endBegun(sql, userId);
    await endIn(sql, reason, 'user_id = $3', userId);
    // Whatever ends them all has also changed what others cache about the person.
    await changes.noteChanged(userId, sql);
  };

  return {
    async end(refresh, reason, sql) {
      const itsSession = 'session_id = (SELECT session_id FROM people.refresh_token WHERE token_hash = $3)';
      return (await within(sql, (inside) => endIn(inside, reason, itsSession, hashOfSecret(refresh)))) > 0;
    },
    endOne: async (userId, sessionId) =>
      (await database.transaction((sql) =>
        endFromElsewhere(sql, 'user_id = $3 AND session_id = $4', userId, sessionId),
      )) > 0,
    endOthers: (userId, keptSessionId, sql) =>
      within(sql, async (inside) => {
        await endBegun(inside, userId);
        return endFromElsewhere(inside, 'user_id = $3 AND session_id <> $4', userId, keptSessionId);
      }),
    endAllOf: (userId, reason, sql) => within(sql, (inside) => endAllOf(inside, userId, reason)),
    async endBeyondMost(userId, sql) {
      const rows = await sql.query<{ session_id: string }>(
        `DELETE FROM people.session WHERE session_id IN (
           SELECT session_id FROM people.session WHERE user_id = $1
           ORDER BY last_used_at DESC, session_id OFFSET ${mostSessions})
         RETURNING session_id`,
        [userId],
      );
      await changes.noteEnded(
        rows.map(({ session_id }) => session_id),
        now(),
        sql,
      );
    },
    async removeExpired() {
      const removed = await database.query(
        'DELETE FROM people.session WHERE expires_at < $1 RETURNING session_id',
        [now()],
      );
      return removed.length;
    },
  };
};
