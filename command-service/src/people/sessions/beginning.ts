import { sessionDays } from '@groundswell/contracts';
import type { Database, Sql } from '@groundswell/platform/database';
import { hashOfSecret, lockSignInMethods, newSecret } from '@groundswell/platform/identity';
import type { SessionEnding } from './ending.js';
import { oweNotice } from './owed-notices.js';
import type { StillStands } from './sign-in-methods.js';
import type { TokenOwners } from './token-owners.js';

/** A session with its currently valid refresh token. */
export interface OpenSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly refresh: string;
}

/** A session that has just started. */
interface StartedSession extends OpenSession {
  /** The person has had sessions, but none on this browser and system, and is owed a notice of it. */
  readonly newDevice: boolean;
}

export interface SessionBeginning {
  /**
   * Starts a session while the person's proof is still valid; undefined when it is not.
   * @param device browser and system in our words
   * @param proved whether a code was given just now
   */
  startWhile(
    stands: StillStands,
    userId: string,
    device: string,
    proved: boolean,
  ): Promise<StartedSession | undefined>;
}

export interface BeginningParts {
  readonly database: Database;
  readonly owners: Pick<TokenOwners, 'remember'>;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Milliseconds from sign-in, regardless of refreshes. */
const longestSession = sessionDays.longest * 24 * 60 * 60_000;

/** Compares with the sessions of the last thirty days, open or not; without any, no device is new. */
const isNewDevice = async (sql: Sql, userId: string, device: string): Promise<boolean> => {
  const [row] = await sql.query<{ is_new: boolean | null }>(
    'SELECT bool_and(device <> $2) AS is_new FROM people.session WHERE user_id = $1',
    [userId, device],
  );
  return row?.is_new === true;
};

export const createSessionBeginning = (
  { database, owners, now, newId }: BeginningParts,
  ending: Pick<SessionEnding, 'endBeyondMost'>,
): SessionBeginning => {
  const start = async (sql: Sql, userId: string, device: string, proved: boolean): Promise<OpenSession> => {
    const [sessionId, refresh, startedAt] = [newId(), newSecret(), now()];
    const expires = new Date(startedAt.getTime() + longestSession);
    await sql.query(
      `INSERT INTO people.session (session_id, user_id, device, started_at, last_used_at, expires_at, proved_at)
       VALUES ($1, $2, $3, $4, $4, $5, $6)`,
      [sessionId, userId, device, startedAt, expires, proved ? startedAt : null],
    );
    await sql.query('INSERT INTO people.refresh_token (token_hash, session_id) VALUES ($1, $2)', [
      hashOfSecret(refresh),
      sessionId,
    ]);
    await ending.endBeyondMost(userId, sql);
    owners.remember(refresh, { userId, startedAt });
    return { sessionId, userId, refresh };
  };

  return {
    startWhile: (stands, userId, device, proved) =>
      database.transaction(async (sql) => {
        await lockSignInMethods(sql, userId);
        if (!(await stands(sql))) return undefined;
        const newDevice = await isNewDevice(sql, userId, device);
        if (newDevice) await oweNotice(sql, { userId, command: 'NoteNewDevice', occurredAt: now() });
        return { ...(await start(sql, userId, device, proved)), newDevice };
      }),
  };
};
