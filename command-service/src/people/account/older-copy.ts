/**
 * Milliseconds that two machines' clocks may differ by. A password is always in use for longer before it is
 * replaced.
 */
const leeway = 30_000;

/**
 * Whether an item is older than its end according to the log, because a restored copy of the database brought it
 * back.
 * @param endedAt ISO 8601; undefined when the log knows of no end
 */
export const isBroughtBack = (begunAt: Date, endedAt: string | undefined): boolean =>
  endedAt !== undefined && begunAt.getTime() + leeway < Date.parse(endedAt);

/** Whether a clock that was ahead has noted this moment, after which nothing can have begun yet. */
export const isAhead = (moment: string | undefined, now: Date): boolean =>
  moment !== undefined && Date.parse(moment) > now.getTime() + leeway;
