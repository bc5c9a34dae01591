import { dayOf } from '@groundswell/domain/calendar';
import { describe, expect, it } from 'vitest';
import type { Adjustment, Bar } from './bars.js';
import { Market } from './market.js';

const at = (now: string) => new Market({ now: () => new Date(now), generated: 500 });
const market = at('2026-11-20T22:00:00Z');
const raw: Adjustment = { split: false, dividend: false };
const all: Adjustment = { split: true, dividend: true };

const barsOf = (
  symbol: string,
  adjustment: Adjustment,
  from: string,
  until: string,
  from_ = market,
): Bar[] => {
  const range = from_.bars(symbol, dayOf(from), dayOf(until), adjustment);
  return range ? range.slice(0, range.count) : [];
};
const year = ['2025-11-20', '2026-11-20'] as const;
const returns = (bars: readonly Bar[]) => bars.slice(1).map(({ c }, index) => c / (bars[index]?.c ?? c) - 1);

const correlation = (a: readonly number[], b: readonly number[]): number => {
  const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  const cov = mean(a.map((value, index) => (value - ma) * ((b[index] ?? 0) - mb)));
  const deviation = (x: readonly number[], m: number) => Math.sqrt(mean(x.map((value) => (value - m) ** 2)));
  return cov / (deviation(a, ma) * deviation(b, mb));
};

describe('synthetic prices', () => {
  it('are the same on every machine and in every process', () => {
    const [bar] = barsOf('NVDA', raw, '2026-11-20', '2026-11-20');
    expect(bar).toMatchInlineSnapshot(`
      {
        "c": 97.88,
        "h": 98.55,
        "l": 97.18,
        "n": 69201,
        "o": 97.7,
        "t": "2026-11-20T05:00:00Z",
        "v": 1281328,
        "vw": 97.8278,
      }
    `);
  });

  it('of a past day do not depend on today', () => {
    const earlier = at('2026-06-01T22:00:00Z');
    expect(barsOf('AMD', raw, '2025-01-02', '2026-05-29', earlier)).toEqual(
      barsOf('AMD', raw, '2025-01-02', '2026-05-29'),
    );
  });

  it('move with their sector, and less with others', () => {
    const of = (symbol: string) => returns(barsOf(symbol, all, ...year));
    expect(correlation(of('NVDA'), of('AMD'))).toBeGreaterThan(0.5);
    expect(correlation(of('NVDA'), of('AMD'))).toBeGreaterThan(correlation(of('NVDA'), of('DUK')));
    expect(correlation(of('QQQ'), of('SPY'))).toBeGreaterThan(0.85);
  });

  it('end with the last session that has closed', () => {
    const last = (now: string) => barsOf('SPY', raw, '2026-11-01', '2026-12-31', at(now)).at(-1)?.t;
    expect(last('2026-11-20T20:59:00Z')).toBe('2026-11-19T05:00:00Z');
    expect(last('2026-11-20T21:00:00Z')).toBe('2026-11-20T05:00:00Z');
    expect(last('2026-11-27T18:00:00Z')).toBe('2026-11-27T05:00:00Z');
  });

  it('are rescaled by a split, raw and adjusted agreeing from that day on', () => {
    const [before, on] = barsOf('DUOL', raw, '2026-06-05', '2026-06-08');
    expect((before?.c ?? 0) / (on?.c ?? 1)).toBeGreaterThan(2.4);
    const [splitBefore, splitOn] = barsOf(
      'DUOL',
      { split: true, dividend: false },
      '2026-06-05',
      '2026-06-08',
    );
    expect(splitBefore?.c).toBeCloseTo((before?.c ?? 0) / 3, 3);
    expect(splitOn?.c).toBe(on?.c);
  });

  it('pay dividends four times a year, which only the total return sees', () => {
    const differing = returns(barsOf('KO', all, ...year)).filter(
      (value, index) => Math.abs(value - (returns(barsOf('KO', raw, ...year))[index] ?? 0)) > 0.001,
    );
    expect(differing).toHaveLength(4);
    expect(Math.max(...returns(barsOf('KO', all, ...year)).map(Math.abs))).toBeLessThan(0.1);
  });

  it('start with the listing, pause for a halt, and miss a day', () => {
    expect(barsOf('HLXL', raw, '2026-01-01', '2026-11-20')[0]?.t).toBe('2026-06-16T04:00:00Z');
    const days = (symbol: string, from: string, until: string) =>
      barsOf(symbol, raw, from, until).map(({ t }) => t.slice(0, 10));
    expect(days('MERB', '2026-04-09', '2026-04-28')).toEqual([
      '2026-04-09',
      '2026-04-10',
      '2026-04-27',
      '2026-04-28',
    ]);
    expect(days('ERII', '2026-05-19', '2026-05-21')).toEqual(['2026-05-19', '2026-05-21']);
  });

  it('of coins exist on every day of the week', () => {
    expect(barsOf('BTC/USD', raw, '2026-11-01', '2026-11-14')).toHaveLength(14);
  });

  it('stay prices: positive, high and low around open and close, no day beyond 45%', () => {
    for (const { symbol } of market.instruments) {
      const bars = barsOf(symbol, all, ...year);
      expect(
        bars.every(({ o, h, l, c }) => l > 0 && l <= Math.min(o, c) && h >= Math.max(o, c)),
        symbol,
      ).toBe(true);
      expect(Math.max(0, ...returns(bars).map(Math.abs)), symbol).toBeLessThan(0.45);
    }
  });
});
