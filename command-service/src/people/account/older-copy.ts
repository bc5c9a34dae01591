import { isAhead } from '@groundswell/domain/clock';

/**
 * Whether an item is older than its end according to the log, because a restored copy of the database brought it
 * back. By more than clocks differ: a password is always in use for longer before it is replaced.
 * @param endedAt ISO 8601; undefined when the log knows of no end
 */
export const isBroughtBack = (begunAt: Date, endedAt: string | undefined): boolean =>
  endedAt !== undefined && isAhead(endedAt, begunAt);
