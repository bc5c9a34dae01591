import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PricedDay, returnsAfter } from './returns.js';

const days = (...rows: [date: string, raw: string, adjusted: string][]): PricedDay[] =>
  rows.map(([date, raw, adjusted]) => ({ date, raw, adjusted }));
const returnsOf = (of: readonly PricedDay[], last?: string) =>
  returnsAfter(of, last)?.map(({ totalReturn }) => totalReturn);

describe('total returns', () => {
  it('are ratios of prices, exact to twelve decimals, and none on the first day', () => {
    expect(
      returnsAfter(
        days(['2026-01-05', '80', '80'], ['2026-01-06', '81', '81'], ['2026-01-07', '54', '54']),
        undefined,
      ),
    ).toEqual([
      { date: '2026-01-05', close: '80', totalReturn: null },
      { date: '2026-01-06', close: '81', totalReturn: '0.0125' },
      { date: '2026-01-07', close: '54', totalReturn: '-0.333333333333' },
    ]);
  });

  it('see through a split', () => {
    expect(returnsOf(days(['2026-01-05', '1000', '100'], ['2026-01-06', '101', '101']))).toEqual([
      null,
      '0.01',
    ]);
  });

  it('put a dividend back in', () => {
    // A dividend of $1 on $100. The price falls by exactly that.
    expect(returnsOf(days(['2026-01-05', '100', '99'], ['2026-01-06', '99', '99']))).toEqual([null, '0']);
  });

  it('do not mistake rounding for a dividend', () => {
    // Adjusted by a later dividend of 2%, rounded to cents: 9.8049 and 9.8147 before rounding.
    expect(returnsOf(days(['2026-01-05', '10.005', '9.80'], ['2026-01-06', '10.015', '9.81']))).toEqual([
      null,
      '0.00099950025',
    ]);
  });

  it('continue from the last day recorded, and from no other', () => {
    const all = days(['2026-01-05', '80', '80'], ['2026-01-06', '81', '81']);
    expect(returnsAfter(all, '2026-01-05')).toEqual([
      { date: '2026-01-06', close: '81', totalReturn: '0.0125' },
    ]);
    expect(returnsAfter(all, '2026-01-06')).toEqual([]);
    expect(returnsAfter(all, '2026-01-02')).toBeUndefined();
  });

  it('span a gap', () => {
    expect(returnsOf(days(['2026-01-05', '100', '100'], ['2026-01-19', '121', '121']))).toEqual([
      null,
      '0.21',
    ]);
  });
});

const walk = fc.array(fc.integer({ min: 500, max: 90_000 }), { minLength: 3, maxLength: 30 });
const dateAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

describe('a later split', () => {
  it('changes nothing that was before it', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 2, max: 50 }), fc.constantFrom(2, 4), (cents, ratio, decimals) => {
        const unsplit = cents.map((price, index) => {
          const close = (price / 100).toFixed(2);
          return { date: dateAt(index), raw: close, adjusted: close };
        });
        const split = unsplit.map((day) => ({
          ...day,
          adjusted: (Number(day.raw) / ratio).toFixed(decimals),
        }));
        expect(returnsOf(split)).toEqual(returnsOf(unsplit));
      }),
    );
  });

  it('gives the day of the split its own return, within the rounding of the adjusted prices', () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 2, max: 20 }), (cents, ratio) => {
        const last = cents.length - 1;
        const split = cents.map((price, index): PricedDay => {
          const adjusted = (price / 100 / ratio).toFixed(4);
          return { date: dateAt(index), raw: index === last ? adjusted : (price / 100).toFixed(2), adjusted };
        });
        const own = Number(returnsOf(split)?.at(-1));
        const expected = (cents[last] ?? 1) / (cents[last - 1] ?? 1) - 1;
        expect(Math.abs(own - expected)).toBeLessThan(0.001 * (1 + expected));
      }),
    );
  });
});
