import { sessionDays } from '@groundswell/contracts';

/** Milliseconds, from its last refresh on. An app that is open refreshes every ten minutes. */
const longestIdle = sessionDays.idle * 24 * 60 * 60_000;

/** A session that can be used at the instant of a parameter: neither ended, nor over, nor idle for too long. */
export const openAt = (instant: string): string => `
  session.ended_at IS NULL AND session.expires_at > ${instant}
  AND session.last_used_at > ${instant}::timestamptz - interval '${longestIdle} milliseconds'`;
