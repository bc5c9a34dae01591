/** Milliseconds by which the clocks of instances may differ. */
const clockDifference = 60_000;

/**
 * Whether a moment is later than another by more than clocks differ. One that is ahead of now was noted by a clock that was wrong,
 * and says nothing.
 * @param moment ISO 8601
 * @param other ISO 8601
 */
export const isAhead = (moment: string, other: string): boolean =>
  Date.parse(moment) - Date.parse(other) > clockDifference;

/**
 * The milliseconds since a moment: none for one that is later by no more than clocks differ, infinitely many for one that is ahead.
 * @param moment ISO 8601
 * @param now ISO 8601
 */
export const ageOf = (moment: string, now: string): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(now) - Date.parse(moment));
