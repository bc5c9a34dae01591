import { describe, expect, it } from 'vitest';
import { mannWhitney } from './timing.js';

const steps = (from: number, by: number) => Array.from({ length: 100 }, (_, step) => from + step * by);

describe('the Mann-Whitney test', () => {
  it('sees no difference between samples of one kind', () => {
    expect(mannWhitney(steps(0, 2), steps(1, 2))).toBeGreaterThan(0.8);
  });

  it('sees a shift, on either side', () => {
    expect(mannWhitney(steps(0, 1), steps(20, 1))).toBeLessThan(0.001);
    expect(mannWhitney(steps(20, 1), steps(0, 1))).toBeLessThan(0.001);
  });

  it('agrees with a case worked out by hand', () => {
    // Ranks 1 3 5 against 2 4 6: U = 3, mean 4.5, deviation 2.2913, z = 0.6547.
    expect(mannWhitney([1, 3, 5], [2, 4, 6])).toBeCloseTo(0.5127, 3);
  });
});
