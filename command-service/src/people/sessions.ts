import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { sessionDays } from '@groundswell/contracts';
import type { Database, Sql } from '@groundswell/platform/database';
import type { EndedSessions } from '@groundswell/platform/identity';
import { openAt, spendToken, spentToken } from './session-statements.js';
import { lockWaysIn, type StillStands } from './ways-in.js';

/** A session with the one refresh token that is good at the moment. */
export interface OpenSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly refresh: string;
}

/** A session that has just begun. */
interface StartedSession extends OpenSession {
  /** The person has had sessions, and none of them on this browser and system. */
  readonly newDevice: boolean;
}

/** Why a session ended; for operators. */
type EndReason =
  | 'signed out'
  | 'signed out from elsewhere'
  | 'token reused'
  | 'password changed'
  | 'role taken'
  | 'second factor reset'
  | 'ended by an operator'
  | 'erased';

/** A spent token came back: whoever holds it is not the one who spent it, or the other way round. */
export interface Reuse {
  readonly reused: { readonly sessionId: string; readonly userId: string };
}

/** One place where somebody is signed in, as they are shown it. */
interface ListedSession {
  readonly sessionId: string;
  readonly device: string;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
}

export interface Sessions {
  /**
   * Starts one where what proved the person still stands; undefined when it does not.
   * @param device browser and system in words of ours
   * @param proved whether a code was given just now
   */
  startWhile(
    stands: StillStands,
    userId: string,
    device: string,
    proved: boolean,
  ): Promise<StartedSession | undefined>;
  /** Spends a refresh token for its successor. Undefined when it is not good; a reuse ends the session. */
  rotate(refresh: string): Promise<OpenSession | Reuse | undefined>;
  isOpen(sessionId: string): Promise<boolean>;
  /** Ends the session that a refresh token, spent or not, belongs to. */
  end(refresh: string, reason: EndReason): Promise<void>;
  /** Those that are open, last used first. */
  listOf(userId: string): Promise<ListedSession[]>;
  /** Ends one session of a person; false when it is not open, or not theirs. */
  endOne(userId: string, sessionId: string): Promise<boolean>;
  /** Notes that a code was given in it just now. */
  prove(sessionId: string): Promise<void>;
  /** When a code was last given in it. */
  provedAt(sessionId: string): Promise<Date | undefined>;
  /** Ends every session of a person but one; answers how many. */
  endOthers(userId: string, keptSessionId: string): Promise<number>;
  /** Ends them all, and what was begun and waits for a code; in the caller's transaction, if one is handed in. */
  endAllOf(userId: string, reason: EndReason, sql?: Sql): Promise<void>;
  /** Who has an open session, or a sign-in that waits for a code. */
  peopleSignedIn(): Promise<string[]>;
  /** Deletes sessions that are over for good; answers how many. */
  removeExpired(): Promise<number>;
}

interface SessionRow {
  readonly session_id: string;
  readonly user_id: string;
}

interface ListedRow {
  readonly session_id: string;
  readonly device: string;
  readonly started_at: Date;
  readonly last_used_at: Date;
}

interface SpentToken extends SessionRow {
  readonly ended: boolean;
  readonly used_at: Date;
  readonly successor_used: boolean | null;
}

const day = 24 * 60 * 60 * 1_000;
/** From sign-in on, however often it is refreshed. */
const longestSession = sessionDays.longest * day;
/** An answer can be lost on its way: for so long, the same token gets the same successor again. */
const grace = 10_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export interface SessionsParts {
  readonly database: Database;
  /** Where the services that keep no sessions look. */
  readonly ended: Pick<EndedSessions, 'note'>;
  /** Any secret of the service; successors derive from a key of its own below it. */
  readonly secret: string;
  readonly now: () => Date;
  readonly newId: () => string;
}

/** Refresh tokens: 256 random bits, used once, stored as hashes (RFC 9700, section 4.14). */
export const createSessions = ({ database, ended, secret, now, newId }: SessionsParts): Sessions => {
  const successorKey = Buffer.from(hkdfSync('sha256', secret, '', 'refresh token successors', 32));

  /**
   * Derived, not stored: a repeat gets the same successor although nobody keeps it, and without the key it cannot be
   * told from the token that it follows.
   */
  const successorOf = (token: string): string =>
    createHmac('sha256', successorKey).update(token).digest('base64url');

  const store = (sql: Sql, token: string, sessionId: string): Promise<object[]> =>
    sql.query('INSERT INTO people.refresh_token (token_hash, session_id) VALUES ($1, $2)', [
      hashOf(token),
      sessionId,
    ]);

  /** @param condition on `$3` and what follows: the values */
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
    await ended.note(
      rows.map(({ session_id }) => session_id),
      now(),
      sql,
    );
    return rows.length;
  };
  const endWhere = (reason: EndReason, condition: string, ...values: unknown[]): Promise<number> =>
    database.transaction((sql) => endIn(sql, reason, condition, ...values));
  const endFromElsewhere = (condition: string, ...values: unknown[]): Promise<number> =>
    endWhere('signed out from elsewhere', `${openAt('$1')} AND ${condition}`, ...values);

  const endAllOf = async (sql: Sql, userId: string, reason: EndReason): Promise<void> => {
    await lockWaysIn(sql, userId);
    await sql.query('DELETE FROM people.begun_sign_in WHERE user_id = $1', [userId]);
    await endIn(sql, reason, 'user_id = $3', userId);
  };

  const start = async (sql: Sql, userId: string, device: string, proved: boolean): Promise<OpenSession> => {
    const sessionId = newId();
    const refresh = randomBytes(32).toString('base64url');
    const started = now();
    const expires = new Date(started.getTime() + longestSession);
    await sql.query(
      `INSERT INTO people.session (session_id, user_id, device, started_at, last_used_at, expires_at, proved_at)
       VALUES ($1, $2, $3, $4, $4, $5, $6)`,
      [sessionId, userId, device, started, expires, proved ? started : null],
    );
    await store(sql, refresh, sessionId);
    return { sessionId, userId, refresh };
  };

  /** Of the sessions of the last thirty days, open or not; who has had none begins anew. */
  const isNewDevice = async (sql: Sql, userId: string, device: string): Promise<boolean> => {
    const [row] = await sql.query<{ is_new: boolean | null }>(
      'SELECT bool_and(device <> $2) AS is_new FROM people.session WHERE user_id = $1',
      [userId, device],
    );
    return row?.is_new === true;
  };

  const spend = async (refresh: string): Promise<OpenSession | undefined> => {
    const successor = successorOf(refresh);
    const [row] = await database.query<SessionRow>(spendToken, [hashOf(refresh), now(), hashOf(successor)]);
    return row && { sessionId: row.session_id, userId: row.user_id, refresh: successor };
  };

  /** A token that cannot be spent: unknown, over, asked for again after a lost answer, or reused. */
  const repeat = async (refresh: string): Promise<OpenSession | Reuse | undefined> => {
    const [row] = await database.query<SpentToken>(spentToken, [hashOf(refresh), now()]);
    if (!row) return undefined;
    const session = { sessionId: row.session_id, userId: row.user_id };
    const isRecent = now().getTime() - row.used_at.getTime() <= grace;
    if (!row.ended && isRecent && row.successor_used === false) {
      return { ...session, refresh: successorOf(refresh) };
    }
    await endWhere('token reused', 'session_id = $3', row.session_id);
    return { reused: session };
  };

  return {
    startWhile: (stands, userId, device, proved) =>
      database.transaction(async (sql) => {
        await lockWaysIn(sql, userId);
        if (!(await stands(sql))) return undefined;
        const newDevice = await isNewDevice(sql, userId, device);
        return { ...(await start(sql, userId, device, proved)), newDevice };
      }),
    rotate: async (refresh) => (await spend(refresh)) ?? repeat(refresh),
    async isOpen(sessionId) {
      const open = await database.query(
        `SELECT FROM people.session session WHERE session_id = $1 AND ${openAt('$2')}`,
        [sessionId, now()],
      );
      return open.length > 0;
    },
    async end(refresh, reason) {
      const itsSession = 'session_id = (SELECT session_id FROM people.refresh_token WHERE token_hash = $3)';
      await endWhere(reason, itsSession, hashOf(refresh));
    },
    async listOf(userId) {
      const rows = await database.query<ListedRow>(
        `SELECT session_id, device, started_at, last_used_at FROM people.session session
         WHERE user_id = $1 AND ${openAt('$2')} ORDER BY last_used_at DESC, session_id`,
        [userId, now()],
      );
      return rows.map(({ session_id, device, started_at, last_used_at }) => ({
        sessionId: session_id,
        device,
        startedAt: started_at,
        lastUsedAt: last_used_at,
      }));
    },
    endOne: async (userId, sessionId) =>
      (await endFromElsewhere('user_id = $3 AND session_id = $4', userId, sessionId)) > 0,
    endOthers: (userId, keptSessionId) =>
      endFromElsewhere('user_id = $3 AND session_id <> $4', userId, keptSessionId),
    async prove(sessionId) {
      await database.query('UPDATE people.session SET proved_at = $2 WHERE session_id = $1', [
        sessionId,
        now(),
      ]);
    },
    async provedAt(sessionId) {
      const [row] = await database.query<{ proved_at: Date | null }>(
        'SELECT proved_at FROM people.session WHERE session_id = $1',
        [sessionId],
      );
      return row?.proved_at ?? undefined;
    },
    endAllOf: (userId, reason, sql) =>
      sql
        ? endAllOf(sql, userId, reason)
        : database.transaction((inside) => endAllOf(inside, userId, reason)),
    async peopleSignedIn() {
      const people = await database.query<{ user_id: string }>(
        `SELECT user_id FROM people.session session WHERE ${openAt('$1')}
         UNION SELECT user_id FROM people.begun_sign_in ORDER BY user_id`,
        [now()],
      );
      return people.map(({ user_id }) => user_id);
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
