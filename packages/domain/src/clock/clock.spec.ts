import { describe, expect, it } from 'vitest';
import { ageOf } from './clock.js';

describe('the age of a moment', () => {
  const noon = '2026-11-20T12:00:00.000Z';
  const ageAfter = (milliseconds: number) =>
    ageOf(new Date(Date.parse(noon) - milliseconds).toISOString(), noon);

  it('is the time since, and none while clocks may only differ', () => {
    expect([5_000, 1, 0, -1, -60_000].map(ageAfter)).toEqual([5_000, 1, 0, 0, 0]);
  });

  it('is endless if only a clock that was ahead can have noted it, so that nothing waits for it', () => {
    expect([-60_001, -86_400_000].map(ageAfter)).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
  });
});
