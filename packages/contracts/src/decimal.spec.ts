import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideToNearest, shortestText, textOfUnits, unitsOf } from './decimal.js';

describe('exact decimals', () => {
  it.each([
    ['1.25', 4, 12_500n],
    ['-0.05', 2, -5n],
    ['0.005', 2, 0n],
    ['0.015', 2, 2n],
    ['-0.025', 2, -2n],
    ['7', 0, 7n],
  ])('%s at scale %i is %s', (text, scale, units) => {
    expect(unitsOf(text, scale)).toBe(units);
  });

  it.each(['', '1e5', '.5', '1.', '--1', '1,5', 'NaN'])('"%s" is not a decimal', (text) => {
    expect(() => unitsOf(text, 2)).toThrow(RangeError);
  });

  it.each([
    [12_345n, 4, 2, '1.23'],
    [12_350n, 4, 2, '1.24'],
    [-5n, 2, 2, '-0.05'],
    [-4n, 3, 2, '0.00'],
    [5n, 0, 2, '5.00'],
    [149n, 2, 0, '1'],
  ])('%s units at scale %i with %i decimals read %s', (units, scale, decimals, text) => {
    expect(textOfUnits(units, scale, decimals)).toBe(text);
  });

  it('survive a round trip through text', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(30), (units, scale) => {
        expect(unitsOf(textOfUnits(units, scale), scale)).toBe(units);
      }),
    );
  });

  it('are divided to the nearest, halves to even', () => {
    expect([5n, 15n, 25n, -5n, -15n].map((value) => divideToNearest(value, 10n))).toEqual([
      0n,
      2n,
      2n,
      0n,
      -2n,
    ]);
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (a, b) => {
        const rest = a - divideToNearest(a, b) * b;
        expect((rest < 0n ? -rest : rest) * 2n <= b).toBe(true);
      }),
    );
  });

  it('drop insignificant zeros', () => {
    expect(['1.2500', '3.00', '100', '0.0'].map(shortestText)).toEqual(['1.25', '3', '100', '0']);
  });
});
