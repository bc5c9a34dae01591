import { describe, expect, it } from 'vitest';
import { failingSince, isPausing, pauseAfter } from './back-off.js';

const patience = { first: 1_000, most: 60_000, parkAfter: 600_000 };
const noted = new Date('2026-07-29T14:00:00Z');
const later = (milliseconds: number): Date => new Date(noted.getTime() + milliseconds);

describe('a pause after a failure', () => {
  it('doubles up to the longest, half of it by chance', () => {
    expect([1, 2, 3, 7, 50].map((failures) => pauseAfter(failures, patience, 1))).toEqual([
      1_000, 2_000, 4_000, 60_000, 60_000,
    ]);
    expect(pauseAfter(3, patience, 0)).toBe(2_000);
  });

  it('lasts until it ends', () => {
    expect(isPausing(later(60_000), noted, patience)).toBe(true);
    expect(isPausing(later(60_000), later(59_999), patience)).toBe(true);
    expect(isPausing(later(60_000), later(60_000), patience)).toBe(false);
  });

  it('is over when the clock that noted it was ahead of ours by minutes', () => {
    expect(isPausing(later(60_001), noted, patience)).toBe(false);
    expect(isPausing(later(10_000), later(-4 * 60_000), patience)).toBe(false);
  });
});

describe('how long something has been failing', () => {
  it('counts from its first failure, unless that was noted by a clock that was ahead', () => {
    expect(failingSince(undefined, noted)).toEqual(noted);
    expect(failingSince(noted, later(1_000))).toEqual(noted);
    expect(failingSince(later(2 * 86_400_000), noted)).toEqual(noted);
  });
});
