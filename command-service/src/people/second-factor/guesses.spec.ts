import { describe, expect, it } from 'vitest';
import { closedAfter, closedFor } from './guesses.js';

describe('wrong codes', () => {
  it('cost nothing at first, then a minute, then twice as long each time, up to an hour', () => {
    expect([1, 4, 5, 6, 7, 10, 11, 12, 5_000].map((failures) => closedAfter(failures) / 60_000)).toEqual([
      0, 0, 1, 2, 4, 32, 60, 60, 60,
    ]);
  });

  it('are refused until the end of the longest closing, and not until one that a clock far ahead has noted', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const until = (minutes: number) => closedFor(new Date(now.getTime() + minutes * 60_000), now) / 60_000;
    expect([-1, 0, 1, 60, 61, 62, 8 * 60].map(until)).toEqual([0, 0, 1, 60, 60, 0, 0]);
    expect(closedFor(null, now)).toBe(0);
  });

  it('over a whole year give a guesser less than one chance in thirty', () => {
    const guesses = (365 * 24 * 60 * 60_000) / closedAfter(5_000);
    // Three time steps are valid at any moment.
    expect((guesses * 3) / 1_000_000).toBeLessThan(1 / 30);
  });
});
