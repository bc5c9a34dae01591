import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delayAfter } from './delay.js';

const anyDelays = fc
  .record({ first: fc.integer({ min: 1, max: 60_000 }), more: fc.nat(3_600_000) })
  .map(({ first, more }) => ({ first, most: first + more }));
const anyFailures = fc.integer({ min: 1, max: 10_000 });
const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });

describe('the delay after failures', () => {
  it('doubles up to the longest', () => {
    const delays = { first: 100, most: 1_000 };
    expect([1, 2, 3, 4, 5, 6, 5_000].map((failures) => delayAfter(failures, delays))).toEqual([
      100, 200, 400, 800, 1_000, 1_000, 1_000,
    ]);
  });

  it('is half random', () => {
    const delays = { first: 100, most: 1_000 };
    expect([0, 0.5, 1].map((random) => delayAfter(3, delays, random))).toEqual([200, 300, 400]);
  });

  it('is the first one after one failure, and whole when nothing is left to chance', () => {
    fc.assert(fc.property(anyDelays, (delays) => delayAfter(1, delays) === delays.first));
  });

  it('is never longer than the longest, and never shorter than half of the whole one', () => {
    fc.assert(
      fc.property(anyFailures, anyDelays, anyRandom, (failures, delays, random) => {
        const delay = delayAfter(failures, delays, random);
        expect(delay).toBeLessThanOrEqual(delays.most);
        expect(delay).toBeGreaterThanOrEqual(delayAfter(failures, delays) / 2);
      }),
    );
  });

  it('is twice the one before, or the longest', () => {
    fc.assert(
      fc.property(anyFailures, anyDelays, (failures, delays) => {
        const twice = delayAfter(failures, delays) * 2;
        expect(delayAfter(failures + 1, delays)).toBe(Math.min(twice, delays.most));
      }),
    );
  });

  it('grows with chance', () => {
    fc.assert(
      fc.property(anyFailures, anyDelays, anyRandom, anyRandom, (failures, delays, one, other) => {
        const [less, more] = one <= other ? [one, other] : [other, one];
        expect(delayAfter(failures, delays, less)).toBeLessThanOrEqual(delayAfter(failures, delays, more));
      }),
    );
  });
});
