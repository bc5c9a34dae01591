import { isAhead } from '@groundswell/domain/clock';

/**
 * Whether an item is older than its end according to the log, because a restored copy of the database brought it
 * back. By more than clocks differ: it is always in use for longer before it is ended.
 * @param endedAt ISO 8601; undefined when the log knows of no end
 */
export const isBroughtBack = (begunAt: Date, endedAt: string | undefined): boolean =>
  endedAt !== undefined && isAhead(endedAt, begunAt);

/**
 * Whether a stored password was replaced, according to the log. One from a time that has not come was set while a clock was ahead: it
 * seems to be later than the one that replaced it.
 */
export const isReplaced = (changedAt: Date, recordedAt: string | undefined, now: Date): boolean =>
  isBroughtBack(changedAt, recordedAt) ||
  (recordedAt !== undefined && isAhead(changedAt, recordedAt) && isAhead(changedAt, now));
