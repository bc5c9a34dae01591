import type { Database } from '@groundswell/platform/database';
import { hashOfSecret } from '@groundswell/platform/identity';
import { mostSessions } from './ending.js';
import { openAt } from './open-at.js';
import type { OwnedSession, TokenOwners } from './token-owners.js';

/** A place where a person is signed in, as shown to them. */
interface ListedSession {
  readonly sessionId: string;
  readonly device: string;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
}

/** Reads sessions, and records their use. */
export interface SessionState {
  /** The session of a refresh token, in whatever state; undefined for an unknown token. */
  ofToken(refresh: string): Promise<OwnedSession | undefined>;
  /** Open sessions, most recently used first. */
  listOf(userId: string): Promise<ListedSession[]>;
  /** People with an open session or a sign-in waiting for a code. */
  peopleSignedIn(): Promise<string[]>;
  /** Records that a code was just given in it. */
  prove(sessionId: string): Promise<void>;
  /** When a code was last given in it. */
  provedAt(sessionId: string): Promise<Date | undefined>;
}

interface ListedRow {
  readonly session_id: string;
  readonly device: string;
  readonly started_at: Date;
  readonly last_used_at: Date;
}

export interface SessionStateParts {
  readonly database: Database;
  readonly owners: Pick<TokenOwners, 'of'>;
  readonly now: () => Date;
}

export const createSessionState = ({ database, owners, now }: SessionStateParts): SessionState => ({
  async ofToken(refresh) {
    const known = owners.of(refresh);
    if (known) return known;
    const [row] = await database.query<{ user_id: string; started_at: Date }>(
      `SELECT user_id, started_at FROM people.session JOIN people.refresh_token USING (session_id)
       WHERE token_hash = $1`,
      [hashOfSecret(refresh)],
    );
    return row && { userId: row.user_id, startedAt: row.started_at };
  },
  async listOf(userId) {
    const rows = await database.query<ListedRow>(
      `SELECT session_id, device, started_at, last_used_at FROM people.session session
       WHERE user_id = $1 AND ${openAt('$2')} ORDER BY last_used_at DESC, session_id
       LIMIT ${mostSessions}`,
      [userId, now()],
    );
    return rows.map(({ session_id, device, started_at, last_used_at }) => ({
      sessionId: session_id,
      device,
      startedAt: started_at,
      lastUsedAt: last_used_at,
    }));
  },
  async peopleSignedIn() {
    const people = await database.query<{ user_id: string }>(
      `SELECT user_id FROM people.session session WHERE ${openAt('$1')}
       UNION SELECT user_id FROM people.begun_sign_in ORDER BY user_id`,
      [now()],
    );
    return people.map(({ user_id }) => user_id);
  },
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
});
