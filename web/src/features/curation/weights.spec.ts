import { formatPercent, wholeWeight } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalised, fitted, type Row, sumOf, weightOf } from './weights.js';

const open = (...weights: number[]) => weights.map((weight) => ({ weight, locked: false }));

describe('a typed percentage', () => {
  it.each([
    ['12.5', 1_250],
    [' 100 ', 10_000],
    ['0.01', 1],
    ['33.33', 3_333],
  ])('%s is %i basis points', (text, weight) => {
    expect(weightOf(text)).toBe(weight);
  });

  it.each(['0', '-1', '100.01', '12.345', 'ten', '', '1e1', '12,5'])('%s is invalid', (text) => {
    expect(weightOf(text)).toBeUndefined();
  });

  it('comes back as it is written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: wholeWeight }),
        (weight) => weightOf(formatPercent(weight)) === weight,
      ),
    );
  });
});

describe('fitting to the whole', () => {
  it('shares thirds without losing a hundredth', () => {
    expect(equalised(open(1, 1, 1))).toEqual([3_334, 3_333, 3_333]);
  });

  it('gives what is left to the first of those with equal remainders', () => {
    // 151 and 2,839 of 7,680 have the same remainder, 4,720; with fractions the latter seems larger.
    expect(fitted(open(559, 2_373, 151, 1_758, 2_839))).toEqual([728, 3_090, 197, 2_289, 3_696]);
  });

  it('keeps the locked one, and the others in their proportion', () => {
    expect(fitted([{ weight: 5_000, locked: true }, ...open(1_000, 3_000)])).toEqual([5_000, 1_250, 3_750]);
  });

  it('cannot be when the locked ones leave nothing, or nothing is open', () => {
    expect(fitted([{ weight: wholeWeight, locked: true }, ...open(100)])).toBeUndefined();
    expect(fitted([{ weight: 100, locked: true }])).toBeUndefined();
  });

  it('always makes 100.00%, with every weight above zero, or is refused', () => {
    const rows = fc.array(
      fc.record({ weight: fc.integer({ min: 1, max: wholeWeight }), locked: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    const keptLocks = (given: readonly Row[], weights: readonly number[]) =>
      given.every(({ locked, weight }, at) => !locked || weights[at] === weight);
    const isFair = (given: readonly Row[]) => (weights: readonly number[] | undefined) =>
      !weights || (sumOf(weights) === wholeWeight && Math.min(...weights) >= 1 && keptLocks(given, weights));
    fc.assert(fc.property(rows, (given) => [fitted(given), equalised(given)].every(isFair(given))));
  });
});
