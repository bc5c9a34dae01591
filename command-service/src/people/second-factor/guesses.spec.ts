import { describe, expect, it } from 'vitest';
import { closedAfter } from './guesses.js';

describe('wrong codes', () => {
  it('cost nothing at first, then a minute, then twice as long each time, up to an hour', () => {
    expect([1, 4, 5, 6, 7, 10, 11, 12, 5_000].map((failures) => closedAfter(failures) / 60_000)).toEqual([
      0, 0, 1, 2, 4, 32, 60, 60, 60,
    ]);
  });

  it('over a whole year give a guesser less than one chance in thirty', () => {
    const guesses = (365 * 24 * 60 * 60_000) / closedAfter(5_000);
    // Three time steps are valid at any moment.
    expect((guesses * 3) / 1_000_000).toBeLessThan(1 / 30);
  });
});
