/**
 * Milliseconds that two machines' clocks may differ by. A password is always in use for longer before it is
 * replaced.
 */
const leeway = 30_000;

/**
 * Whether something is older than its end, which the log tells: a copy of the database was restored and has brought it back.
 * @param endedAt ISO 8601; undefined when the log knows of no end
 */
export const isBroughtBack = (begunAt: Date, endedAt: string | undefined): boolean =>
  endedAt !== undefined && begunAt.getTime() + leeway < Date.parse(endedAt);
