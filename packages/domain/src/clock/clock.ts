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
