import { ageOf, clockDifference } from '@groundswell/domain/clock';
import { forgetOldest } from '@groundswell/platform';

/** The attempts of one key since the first of them. */
interface Count {
  readonly since: number;
  readonly count: number;
}

/** Attempts counted in this process. Keys stay in memory: they may be addresses of people. */
export interface Attempts {
  /** Counts one attempt. Returns the seconds to wait when there were too many, else undefined. */
  count(key: string, now: number): number | undefined;
  /** The seconds to wait before another attempt is allowed, else undefined. Counts nothing. */
  waitOf(key: string, now: number): number | undefined;
  forget(key: string): void;
}

/** Milliseconds during which attempts of one key are counted together. */
export const window = 60_000;
/**
 * What is still counted began after the first of these moments, and not after the second: what began later was noted by a clock that
 * was ahead.
 */
export const openBetween = (now: number, span: number): readonly [Date, Date] => [
  new Date(now - span),
  new Date(now + clockDifference),
];
/** Limits memory under a flood of made-up keys: the oldest are dropped and start again. */
const mostKeys = 50_000;

/** Allows `limit` attempts per key and minute, where a minute starts with the first attempt. */
export const createAttempts = (limit: number): Attempts => {
  const windows = new Map<string, Count>();
  const openAt = (key: string, now: number): Count => {
    const known = windows.get(key);
    return known && ageOf(known.since, now) < window ? known : { since: now, count: 0 };
  };
  const waitIn = ({ since, count }: Count, now: number): number | undefined =>
    count < limit ? undefined : Math.ceil((since + window - now) / 1_000);
  return {
    waitOf: (key, now) => waitIn(openAt(key, now), now),
    count(key, now) {
      const open = openAt(key, now);
      const wait = waitIn(open, now);
      if (wait !== undefined) return wait;
      windows.delete(key);
      windows.set(key, { since: open.since, count: open.count + 1 });
      forgetOldest(windows, mostKeys);
      return undefined;
    },
    forget: (key) => {
      windows.delete(key);
    },
  };
};
