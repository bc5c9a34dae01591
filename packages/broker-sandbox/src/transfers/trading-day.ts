import { firstOpen, type Session } from '../market/calendar.js';

/**
 * The day that a transfer counts for (`YYYY-MM-DD`): the first session that has not closed. What comes on a Friday
 * evening, at the weekend or on a holiday counts for the next session.
 */
export const tradingDayOf = (sessions: readonly Session[], now: number): string =>
  sessions[firstOpen(sessions, now)]?.date ?? new Date(now).toISOString().slice(0, 10);
