import type { Session } from '../market/calendar.js';

/** Index of the first session that has not closed. Every transfer asks, so it is not looked for one by one. */
const firstOpen = (sessions: readonly Session[], now: number): number => {
  let [low, high] = [0, sessions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sessions[middle]?.closesAt ?? 0) > now) high = middle;
    else low = middle + 1;
  }
  return low;
};

/**
 * The day that a transfer counts for (`YYYY-MM-DD`): the first session that has not closed. What comes on a Friday
 * evening, at the weekend or on a holiday counts for the next session.
 */
export const tradingDayOf = (sessions: readonly Session[], now: number): string =>
  sessions[firstOpen(sessions, now)]?.date ?? new Date(now).toISOString().slice(0, 10);

/** The last session that has closed. */
export const lastSession = (sessions: readonly Session[], now: number): Session | undefined =>
  sessions[firstOpen(sessions, now) - 1];
