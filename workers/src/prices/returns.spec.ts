import type { DailyReturn } from '@groundswell/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anotherClose, beyondDoubt, type PricedDay, returnsAfter, returnsAfterLost } from './returns.js';

const days = (...rows: [date: string, raw: string, adjusted: string][]): PricedDay[] =>
  rows.map(([date, raw, adjusted]) => ({ date, raw, adjusted }));
const returnsOf = (of: readonly PricedDay[]) =>
  returnsAfter(of, undefined)?.map(({ totalReturn }) => totalReturn);
const last = (date: string, close: string) => ({ date, close });

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

  it('see through a reverse split', () => {
    expect(returnsOf(days(['2026-01-05', '10', '100'], ['2026-01-06', '101', '101']))).toEqual([
      null,
      '0.01',
    ]);
  });

  it('put back in even a dividend below a cent, where prices have more decimals', () => {
    expect(returnsOf(days(['2026-01-05', '100', '99.9960'], ['2026-01-06', '100', '100']))).toEqual([
      null,
      '0.0000400016',
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
    expect(returnsAfter(all, last('2026-01-05', '80'))).toEqual([
      { date: '2026-01-06', close: '81', totalReturn: '0.0125' },
    ]);
    expect(returnsAfter(all, last('2026-01-06', '81'))).toEqual([]);
    expect(returnsAfter(all, last('2026-01-02', '79'))).toBeUndefined();
  });

  it('span a gap', () => {
    expect(returnsOf(days(['2026-01-05', '100', '100'], ['2026-01-19', '121', '121']))).toEqual([
      null,
      '0.21',
    ]);
  });
});

describe('a recorded close that the source has corrected', () => {
  const next = (of: readonly PricedDay[], close: string) =>
    returnsAfter(of, last('2026-01-06', close))?.map(({ totalReturn }) => totalReturn);

  it('is what the next return starts from', () => {
    expect(next(days(['2026-01-06', '110', '110'], ['2026-01-07', '121', '121']), '100')).toEqual(['0.21']);
    expect(next(days(['2026-01-06', '100', '100'], ['2026-01-07', '121', '121']), '100.00')).toEqual([
      '0.21',
    ]);
  });

  it('is so through a split and a dividend as well', () => {
    expect(next(days(['2026-01-06', '110', '55'], ['2026-01-07', '60.5', '60.5']), '100')).toEqual(['0.21']);
    expect(next(days(['2026-01-06', '100', '99'], ['2026-01-07', '99', '99']), '80')).toEqual(['0.25']);
  });

  it('is told apart from another one altogether, on that day only', () => {
    const recorded = last('2026-01-05', '100');
    const now = (date: string, raw: string) => anotherClose(days([date, raw, raw]), recorded);
    for (const close of ['70.01', '100', '142.99']) expect(now('2026-01-05', close)).toBeUndefined();
    for (const close of ['70', '143', '1000']) expect(now('2026-01-05', close)).toMatchObject({ raw: close });
    expect(now('2026-01-06', '1000')).toBeUndefined();
    expect(anotherClose(days(['2026-01-05', '1000', '1000']), undefined)).toBeUndefined();
  });

  it('may be of another company that has the ticker now, where it is too far off', () => {
    expect(next(days(['2026-01-06', '10', '10'], ['2026-01-07', '11', '11']), '100')).toEqual(['0.1']);
    expect(next(days(['2026-01-06', '143', '143'], ['2026-01-07', '143', '143']), '100')).toEqual(['0']);
    expect(next(days(['2026-01-06', '142', '142'], ['2026-01-07', '142', '142']), '100')).toEqual(['0.42']);
  });
});

describe('days that the source no longer has', () => {
  const recorded = [
    { date: '2026-01-05', close: '80', totalReturn: null },
    { date: '2026-01-06', close: '100', totalReturn: '0.25' },
    { date: '2026-01-07', close: '50', totalReturn: '-0.5' },
  ];

  it('are bridged: the next return is what has come since the latest common day, less what is recorded of that', () => {
    const had = days(['2026-01-05', '80', '80'], ['2026-01-08', '60', '60'], ['2026-01-09', '66', '66']);
    expect(returnsAfterLost(had, recorded)).toEqual([
      { date: '2026-01-08', close: '60', totalReturn: '0.2' },
      { date: '2026-01-09', close: '66', totalReturn: '0.1' },
    ]);
  });

  it('continue from the recorded close of the common day, also where the source has corrected it', () => {
    const had = days(['2026-01-05', '90', '90'], ['2026-01-08', '60', '60']);
    expect(returnsAfterLost(had, recorded)).toEqual([
      { date: '2026-01-08', close: '60', totalReturn: '0.2' },
    ]);
  });

  it('do not count twice where the source has another day instead', () => {
    const gap = [...recorded.slice(0, 1), { date: '2026-01-07', close: '50', totalReturn: '-0.375' }];
    const had = days(['2026-01-05', '80', '80'], ['2026-01-06', '90', '90'], ['2026-01-08', '60', '60']);
    expect(returnsAfterLost(had, gap)).toEqual([{ date: '2026-01-08', close: '60', totalReturn: '0.2' }]);
  });

  it('leave nothing to record while the source has no later day, or none of those recorded', () => {
    expect(returnsAfterLost(days(['2026-01-05', '80', '80']), recorded)).toEqual([]);
    expect(returnsAfterLost(days(['2026-01-08', '60', '60']), recorded)).toBeUndefined();
    expect(returnsAfterLost(days(['2026-01-08', '60', '60']), [])).toBeUndefined();
    const worthless = [...recorded, { date: '2026-01-08', close: '0.0000000000001', totalReturn: '-1' }];
    const had = days(['2026-01-07', '50', '50'], ['2026-01-09', '60', '60']);
    expect(returnsAfterLost(had, worthless)).toBeUndefined();
  });
});

describe('a day that looks like a split', () => {
  const returns = (...values: string[]) =>
    values.map((totalReturn, index) => ({ date: dateAt(index), close: '1', totalReturn }));

  it.each(['-0.333333333333', '-0.3', '0.43', '1.0', '9'])('waits for two later sessions: %s', (like) => {
    const all = returns('0.01', like, '0.02');
    // The second and the third are a Friday and a Saturday; the nineteenth is a holiday.
    expect(beyondDoubt(all, dateAt(1))).toEqual(all.slice(0, 1));
    expect(beyondDoubt(all, dateAt(4))).toEqual(all.slice(0, 1));
    expect(beyondDoubt(all, dateAt(5))).toEqual(all);
    const friday = [{ date: dateAt(15), close: '1', totalReturn: like }];
    expect(beyondDoubt(friday, dateAt(19))).toEqual([]);
    expect(beyondDoubt(friday, dateAt(20))).toEqual(friday);
  });

  it('is none below a third', () => {
    expect(beyondDoubt(returns('-0.299999999999', '0.429999999999'), dateAt(1))).toHaveLength(2);
    expect(beyondDoubt([{ date: dateAt(1), close: '80', totalReturn: null }], dateAt(1))).toHaveLength(1);
  });
});

const walk = fc.array(fc.integer({ min: 500, max: 90_000 }), { minLength: 3, maxLength: 30 });
const dateAt = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

it('whatever days the source loses, what is recorded in the end is what prices have done', () => {
  fc.assert(
    fc.property(walk, fc.nat(), fc.nat(), (cents, recording, losing) => {
      const priced = cents.map((price, index) => {
        const close = (price / 100).toFixed(2);
        return { date: dateAt(index), raw: close, adjusted: close };
      });
      const known = 2 + (recording % (priced.length - 2));
      const recorded = returnsAfter(priced.slice(0, known), undefined) ?? [];
      const kept = 1 + (losing % (known - 1));
      const left = [...priced.slice(0, kept), ...priced.slice(known)];
      const all = [...recorded, ...(returnsAfterLost(left, recorded) ?? [])];
      expect(all.map(({ date }) => date)).toEqual(priced.map(({ date }) => date));
      const grown = all.reduce((product, { totalReturn }) => product * (1 + Number(totalReturn)), 1);
      expect(grown).toBeCloseTo((cents.at(-1) ?? 0) / (cents[0] ?? 1), 6);
    }),
  );
});

it('whatever closes the source corrects, what is recorded in the end is what prices have done', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 75, max: 130 }), fc.integer({ min: 75, max: 130 })), {
    minLength: 2,
    maxLength: 30,
  });
  fc.assert(
    fc.property(steps, (all) => {
      let price = 1_000;
      const recorded: DailyReturn[] = [];
      const priced: PricedDay[] = [];
      for (const [index, [change, correction]] of all.entries()) {
        price *= change / 100;
        const [first, corrected] = [price, (price * correction) / 100].map((value) => value.toFixed(4));
        const date = dateAt(index);
        const bar = (raw = '') => ({ date, raw, adjusted: raw });
        recorded.push(...(returnsAfter([...priced, bar(first)], recorded.at(-1)) ?? []));
        priced.push(bar(corrected));
      }
      const grown = recorded.reduce((product, { totalReturn }) => product * (1 + Number(totalReturn)), 1);
      expect(grown).toBeCloseTo(Number(recorded.at(-1)?.close) / Number(recorded[0]?.close), 6);
    }),
  );
});

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
