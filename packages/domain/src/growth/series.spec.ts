import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Composition } from './composition.js';
import { type PriceIndex, priceIndexOf, type RecordedReturn } from './price-index.js';
import { type GrowthPoint, growthOf, startOfYear, windowOf, yearBefore } from './series.js';

const dateAt = (day: number): string => new Date(Date.UTC(2025, 10, 20 + day)).toISOString().slice(0, 10);

const isMonday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 1;
const dateBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 1).toISOString().slice(0, 10);

/** Weekdays of some months, used as sessions. */
const sessionsArbitrary = fc
  .integer({ min: 3, max: 90 })
  .map((days) => Array.from({ length: days }, (_, day) => dateAt(day)).filter((date) => !isWeekend(date)));
const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

const returnArbitrary = fc
  .integer({ min: -400_000, max: 600_000 })
  .map((millionths) => (millionths / 1e6).toFixed(6));
const symbols = ['AAA', 'BBB', 'CCC', 'SPY'] as const;

interface Market {
  readonly sessions: readonly string[];
  readonly days: Readonly<Record<string, readonly RecordedReturn[]>>;
}

const marketArbitrary: fc.Arbitrary<Market> = sessionsArbitrary.chain((sessions) =>
  fc
    .tuple(
      ...symbols.map(() =>
        fc.array(returnArbitrary, { minLength: sessions.length, maxLength: sessions.length }),
      ),
    )
    .map((rows) => ({
      sessions,
      days: Object.fromEntries(
        symbols.map((symbol, row) => [
          symbol,
          sessions.map((date, index) => ({
            date,
            totalReturn: index === 0 ? null : (rows[row]?.[index] ?? '0'),
          })),
        ]),
      ),
    })),
);

const holdingsArbitrary = fc.uniqueArray(
  fc.record({ symbol: fc.constantFrom(...symbols), weight: fc.integer({ min: 1, max: 10_000 }) }),
  {
    selector: ({ symbol }) => symbol,
    maxLength: 4,
  },
);
const historyArbitrary: fc.Arbitrary<Composition[]> = fc
  .array(fc.record({ day: fc.integer({ min: -5, max: 95 }), holdings: holdingsArbitrary }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((changes) =>
    changes.sort((a, b) => a.day - b.day).map(({ day, holdings }) => ({ date: dateAt(day), holdings })),
  );

const indexesOf = ({ sessions, days }: Market) =>
  new Map<string, PriceIndex>(
    Object.entries(days).map(([symbol, of]) => [symbol, priceIndexOf(of, sessions)]),
  );
const grow = (history: readonly Composition[], market: Market): GrowthPoint[] => {
  const indexes = indexesOf(market);
  return growthOf(history, { sessions: market.sessions, indexOf: (symbol) => indexes.get(symbol) });
};

const only = (symbol: string, weight = 10_000): Composition[] => [
  { date: '2025-01-02', holdings: [{ symbol, weight }] },
];

describe('growth', () => {
  it('of one symbol is that symbol', () => {
    fc.assert(
      fc.property(marketArbitrary, fc.integer({ min: 1, max: 10_000 }), (market, weight) => {
        // Exact fractions, computed differently from the index.
        let [above, below] = [100n * 10n ** 6n, 1n];
        const expected = (market.days.AAA ?? []).map(({ totalReturn }) => {
          above *= BigInt(Math.round((1 + Number(totalReturn ?? 0)) * 1e6));
          below *= 1_000_000n;
          return Number((above * 10n) / below) / 10;
        });
        const points = grow(only('AAA', weight), market);
        expect(points).toHaveLength(market.sessions.length);
        for (const [index, { portfolio }] of points.entries()) {
          const micros = Number(portfolio) * 1e6;
          expect(Math.abs(micros - (expected[index] ?? 0))).toBeLessThanOrEqual(1 + micros * 1e-9);
        }
      }),
    );
  });

  it('of the benchmark is the benchmark, whatever its weight and however often it is set again', () => {
    fc.assert(
      fc.property(
        marketArbitrary,
        fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }),
        (market, weights) => {
          const history = weights.flatMap((weight, index) =>
            only('SPY', weight).map((change) => ({ ...change, date: dateAt(index) })),
          );
          for (const { portfolio, spy } of grow(history, market)) expect(portfolio).toBe(spy);
        },
      ),
    );
  });

  it('does not change when all weights are scaled', () => {
    fc.assert(
      fc.property(
        marketArbitrary,
        historyArbitrary,
        fc.integer({ min: 2, max: 50 }),
        (market, history, times) => {
          const scaled = history.map(({ date, holdings }) => ({
            date,
            holdings: holdings.map(({ symbol, weight }) => ({ symbol, weight: weight * times })),
          }));
          expect(grow(scaled, market)).toEqual(grow(history, market));
        },
      ),
    );
  });

  it('does not depend on the order of holdings, nor on what was changed back before the close', () => {
    fc.assert(
      fc.property(marketArbitrary, historyArbitrary, holdingsArbitrary, (market, history, passing) => {
        const shuffled = history.flatMap(({ date, holdings }) => [
          { date, holdings: passing },
          { date, holdings: [...holdings].reverse() },
        ]);
        expect(grow(shuffled, market)).toEqual(grow(history, market));
      }),
    );
  });

  it('counts what happens between two sessions towards the later one', () => {
    fc.assert(
      fc.property(
        marketArbitrary,
        fc.array(returnArbitrary, { minLength: 1, maxLength: 9 }),
        (market, moves) => {
          // On sessions, a coin that moves on Sunday and rests on Monday equals a stock that moves on Monday.
          const move = (index: number) => (index === 0 ? null : (moves[index % moves.length] ?? '0'));
          const coin = market.sessions.flatMap((date, index) =>
            isMonday(date)
              ? [
                  { date: dateBefore(date), totalReturn: move(index) },
                  { date, totalReturn: '0' },
                ]
              : [{ date, totalReturn: move(index) }],
          );
          const stock = market.sessions.map((date, index) => ({ date, totalReturn: move(index) }));
          const grownAs = (days: RecordedReturn[]) =>
            grow(only('AAA'), { ...market, days: { ...market.days, AAA: days } });
          expect(grownAs(coin)).toEqual(grownAs(stock));
        },
      ),
    );
  });

  it('starts at $100, keeps the sessions, and turns from simulated to tracked once', () => {
    fc.assert(
      fc.property(marketArbitrary, historyArbitrary, (market, history) => {
        const points = grow(history, market);
        if (points.length === 0) return;
        expect(points[0]).toMatchObject({ portfolio: '100.000000', spy: '100.000000' });
        expect(points.map(({ date }) => date)).toEqual(market.sessions.slice(-points.length));
        const turns = points.filter(
          ({ tracked }, index) => index > 0 && tracked !== points[index - 1]?.tracked,
        );
        expect(turns.length).toBeLessThanOrEqual(1);
        expect(turns.every(({ tracked }) => tracked)).toBe(true);
      }),
    );
  });

  it('lies between its best and its worst symbol on the first day', () => {
    fc.assert(
      fc.property(marketArbitrary, holdingsArbitrary, (market, holdings) => {
        const [, second] = grow([{ date: '2025-01-02', holdings }], market);
        if (!second) return;
        const returns = holdings.map(({ symbol }) => Number(market.days[symbol]?.[1]?.totalReturn ?? 0));
        const growth = Number(second.portfolio) / 100 - 1;
        expect(growth).toBeLessThanOrEqual(Math.max(...returns) + 1e-7);
        expect(growth).toBeGreaterThanOrEqual(Math.min(...returns) - 1e-7);
      }),
    );
  });
});

describe('the window', () => {
  const sessions = ['2025-11-18', '2025-11-19', '2025-11-21', '2026-11-19', '2026-11-20'];

  it('starts with the first session at or after one year before the last', () => {
    expect(windowOf(sessions)).toEqual(['2025-11-21', '2026-11-19', '2026-11-20']);
    expect(windowOf(sessions.slice(0, 4))).toEqual(['2025-11-19', '2025-11-21', '2026-11-19']);
    expect(windowOf([])).toEqual([]);
  });

  it('is not a year when the known sessions begin too late', () => {
    expect(startOfYear(windowOf(sessions))).toBe('2025-11-21');
    expect(startOfYear(windowOf(['2025-11-27', ...sessions.slice(3)]))).toBe('2025-11-27');
    expect(startOfYear(windowOf(['2025-11-28', ...sessions.slice(3)]))).toBeUndefined();
    expect(startOfYear([])).toBeUndefined();
  });

  it('of a leap day starts on 28 February', () => {
    expect(yearBefore('2028-02-29')).toBe('2027-02-28');
    expect(yearBefore('2026-11-20')).toBe('2025-11-20');
  });
});

describe('the growth of a thousand concepts over a year', () => {
  /** Milliseconds of processor that something takes. */
  const costOf = (work: () => void): number => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };

  it('takes at most sixty times as long as its multiplications alone', () => {
    const sessions = Array.from({ length: 360 }, (_, day) => dateAt(day)).filter((date) => !isWeekend(date));
    const names = Array.from({ length: 500 }, (_, index) => `S${index}`);
    const days = (seed: number): RecordedReturn[] =>
      sessions.map((date, index) => ({
        date,
        totalReturn: index === 0 ? null : (((seed * index) % 97) / 5_000 - 0.009).toFixed(12),
      }));
    const indexes = new Map(
      [...names, 'SPY'].map((symbol, index) => [symbol, priceIndexOf(days(index + 1), sessions)]),
    );
    const prices = { sessions, indexOf: (symbol: string) => indexes.get(symbol) };
    // Not in seconds, which a slow machine has too few of.
    const bare = costOf(() => {
      let sum = 0n;
      for (let count = 0n; count < 1_000n * 12n * BigInt(sessions.length); count += 1n)
        sum += ((1_000_000_000_000n + count) * 800n) / 10_000n;
      expect(sum).toBeGreaterThan(0n);
    });
    const whole = costOf(() => {
      for (let concept = 0; concept < 1_000; concept += 1) {
        const holdings = Array.from({ length: 12 }, (_, held) => ({
          symbol: names[(concept * 7 + held * 31) % 500] ?? '',
          weight: 800,
        }));
        expect(growthOf([{ date: '2026-02-02', holdings }], prices)).toHaveLength(sessions.length);
      }
    });
    expect(whole / bare).toBeLessThan(60);
  });
});
