import { sessionDays } from '@groundswell/contracts';

/** Milliseconds since the last refresh. An open app refreshes every ten minutes. */
const longestIdle = sessionDays.idle * 24 * 60 * 60_000;

/**
 * SQL for a session that can be used at the instant in a parameter: neither ended, expired, nor idle for too long.
 */
export const openAt = (instant: string): string => `
  session.ended_at IS NULL AND session.expires_at > ${instant}
  AND session.last_used_at > ${instant}::timestamptz - interval '${longestIdle} milliseconds'`;
