import { sessionDays } from '@groundswell/contracts';

/** Milliseconds, from its last refresh on. An app that is open refreshes every ten minutes. */
const longestIdle = sessionDays.idle * 24 * 60 * 60_000;

/** A session that can be used at the instant of a parameter: neither ended, nor over, nor idle for too long. */
export const openAt = (instant: string): string => `
  session.ended_at IS NULL AND session.expires_at > ${instant}
  AND session.last_used_at > ${instant}::timestamptz - interval '${longestIdle} milliseconds'`;

/**
 * Spends a token and stores its successor. Of two requests with one token the second one waits for the first, and then
 * finds nothing to spend. `$1` and `$3` are hashes of the token and of its successor, `$2` is now.
 */
export const spendToken = `
  WITH spent AS (
    UPDATE people.refresh_token token SET used_at = $2, successor_hash = $3
    FROM people.session session
    WHERE token.token_hash = $1 AND token.used_at IS NULL
      AND session.session_id = token.session_id AND ${openAt('$2')}
    RETURNING session.session_id, session.user_id
  ), successor AS (
    INSERT INTO people.refresh_token (token_hash, session_id) SELECT $3, session_id FROM spent
  ), used AS (
    UPDATE people.session SET last_used_at = $2 WHERE session_id IN (SELECT session_id FROM spent)
  )
  SELECT session_id, user_id FROM spent`;

/** Those of a session that a reuse has ended are found again: whoever was to be told may not have been. */
export const spentToken = `
  SELECT session.session_id, session.user_id, session.ended_at IS NOT NULL AS ended, token.used_at,
    successor.used_at IS NOT NULL AS successor_used
  FROM people.refresh_token token
  JOIN people.session session USING (session_id)
  LEFT JOIN people.refresh_token successor ON successor.token_hash = token.successor_hash
  WHERE token.token_hash = $1 AND token.used_at IS NOT NULL
    AND ((${openAt('$2')}) OR session.end_reason = 'token reused')`;
