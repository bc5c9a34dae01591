import { ageOf } from '@groundswell/domain/clock';
import type { Database } from '@groundswell/platform/database';
import { hashOfSecret } from '@groundswell/platform/identity';
import type { Vault } from '@groundswell/platform/vault';
import type { OpenSession } from './beginning.js';
import type { SessionEnding } from './ending.js';
import { openAt } from './open-at.js';
import { oweNotice } from './owed-notices.js';
import type { TokenOwners } from './token-owners.js';
import { successorOf } from './tokens.js';

/** A spent token was used again, which ended its session: either the first or the second use was not by its owner. */
interface Reuse {
  readonly reused: { readonly sessionId: string; readonly userId: string };
}

interface RotatedSession extends OpenSession {
  /** False for the successor that the token got before, which stores nothing. */
  readonly isNew: boolean;
}

export interface SessionRotation {
  /**
   * Exchanges a refresh token for its successor. Undefined when it is not valid; a reuse ends the session, and its person is
   * owed a notice of it.
   * @param maySpend false: only what happened before is repeated or noticed, and a token that was not used stays valid
   */
  rotate(refresh: string, maySpend?: boolean): Promise<RotatedSession | Reuse | undefined>;
}

export interface RotationParts {
  readonly database: Database;
  readonly owners: Pick<TokenOwners, 'remember'>;
  readonly vault: Pick<Vault, 'digest'>;
  readonly now: () => Date;
}

interface SessionRow {
  readonly session_id: string;
  readonly user_id: string;
}

interface SpendingRow extends SessionRow {
  readonly started_at: Date;
}

interface SpentToken extends SessionRow {
  readonly used_at: Date;
  readonly successor_hash: Buffer;
  readonly successor_used: boolean | null;
}

/** Milliseconds. Since a response can be lost, the same token gets the same successor again during this time. */
const grace = 10_000;

/**
 * Spends a token and stores its successor. Of two requests with one token the second waits for the first, and then
 * finds nothing to spend. `$1` and `$3` are hashes of the token and of its successor, `$2` is now.
 */
const spendToken = `
  WITH spent AS (
    UPDATE people.refresh_token token SET used_at = $2, successor_hash = $3
    FROM people.session session
    WHERE token.token_hash = $1 AND token.used_at IS NULL
      AND session.session_id = token.session_id AND ${openAt('$2')}
    RETURNING session.session_id, session.user_id, session.started_at
  ), successor AS (
    INSERT INTO people.refresh_token (token_hash, session_id) SELECT $3, session_id FROM spent
  ), used AS (
    UPDATE people.session SET last_used_at = $2 WHERE session_id IN (SELECT session_id FROM spent)
  )
  SELECT session_id, user_id, started_at FROM spent`;

const spentToken = `
  SELECT session.session_id, session.user_id, token.used_at, token.successor_hash,
    successor.used_at IS NOT NULL AS successor_used
  FROM people.refresh_token token
  JOIN people.session session USING (session_id)
  LEFT JOIN people.refresh_token successor ON successor.token_hash = token.successor_hash
  WHERE token.token_hash = $1 AND token.used_at IS NOT NULL AND ${openAt('$2')}`;

const sessionOf = ({ session_id, user_id }: SessionRow, refresh: string, isNew: boolean): RotatedSession => ({
  sessionId: session_id,
  userId: user_id,
  refresh,
  isNew,
});

/** Refresh tokens are used once (RFC 9700, section 4.14). */
export const createSessionRotation = (
  { database, owners, vault, now }: RotationParts,
  ending: Pick<SessionEnding, 'end'>,
): SessionRotation => {
  const spend = async (refresh: string): Promise<RotatedSession | undefined> => {
    const successor = successorOf(vault, refresh);
    const values = [hashOfSecret(refresh), now(), hashOfSecret(successor)];
    const [row] = await database.query<SpendingRow>(spendToken, values);
    if (!row) return undefined;
    owners.remember(successor, { userId: row.user_id, startedAt: row.started_at });
    return sessionOf(row, successor, true);
  };

  const endReused = (refresh: string, { session_id, user_id }: SessionRow): Promise<Reuse | undefined> =>
    database.transaction(async (sql) => {
      if (!(await ending.end(refresh, 'token reused', sql))) return undefined;
      const reused = { sessionId: session_id, userId: user_id };
      await oweNotice(sql, { ...reused, command: 'NoteTokenReuse', occurredAt: now() });
      return { reused };
    });

  /** A token that cannot be spent: unknown, expired, repeated after a lost response, or reused. */
  const repeat = async (refresh: string): Promise<RotatedSession | Reuse | undefined> => {
    const [row] = await database.query<SpentToken>(spentToken, [hashOfSecret(refresh), now()]);
    if (!row) return undefined;
    const isRecent = ageOf(row.used_at, now()) <= grace;
    if (isRecent && row.successor_used === false) {
      const successor = successorOf(vault, refresh);
      // Made with another key: it cannot be derived again, and this is no reuse.
      return hashOfSecret(successor).equals(row.successor_hash)
        ? sessionOf(row, successor, false)
        : undefined;
    }
    return endReused(refresh, row);
  };

  return {
    rotate: async (refresh, maySpend = true) =>
      (maySpend ? await spend(refresh) : undefined) ?? repeat(refresh),
  };
};
