/** Text is ISO 8601, a number milliseconds since 1970. */
type Moment = Date | string | number;

/** Milliseconds by which the clocks of instances may differ. */
export const clockDifference = 60_000;

/** How much later a moment is than another, in milliseconds. */
const between = (moment: Moment, other: Moment): number =>
  new Date(moment).getTime() - new Date(other).getTime();

/**
 * Whether a moment is later than another by more than clocks differ. One that is ahead of now was noted by a clock that was wrong,
 * and says nothing.
 */
export const isAhead = (moment: Moment, other: Moment): boolean => between(moment, other) > clockDifference;

/** The milliseconds since a moment: none for one that is later by no more than clocks differ, infinitely many for one that is ahead. */
export const ageOf = (moment: Moment, now: Moment): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, between(now, moment));
