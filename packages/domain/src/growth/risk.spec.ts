import { describe, expect, it } from 'vitest';
import { performanceOf, riskOf } from './risk.js';
import type { GrowthPoint } from './series.js';

const dateAt = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
const series = (values: readonly (number | string)[]): GrowthPoint[] =>
  values.map((value, day) => ({
    date: dateAt(day),
    portfolio: typeof value === 'string' ? value : value.toFixed(6),
    spy: '100.000000',
    tracked: true,
  }));

describe('performance', () => {
  it('is the last value over 100, minus 1, to the last digit', () => {
    expect(performanceOf(series(['100.000000', '112.345678']), '2026-01-01')).toBe('0.12345678');
    expect(performanceOf(series(['100.000000', '99.500000']), '2026-01-01')).toBe('-0.005');
    expect(performanceOf(series(['100.000000', '100.000000']), '2026-01-01')).toBe('0');
  });

  it('is not given when the series begins later than the year, or has no second point', () => {
    expect(performanceOf(series(['100.000000', '112.000000']), '2025-12-31')).toBeNull();
    expect(performanceOf(series(['100.000000']), '2026-01-01')).toBeNull();
    expect(performanceOf([], undefined)).toBeNull();
  });
});

describe('risk', () => {
  // 31 days of January, 28 of February and 31 of March.
  const flat = Array.from({ length: 90 }, () => 100);
  const changed = (changes: Readonly<Record<number, number>>) =>
    flat.map((value, day) => changes[day] ?? value);

  it('of a constant value is zero', () => {
    expect(riskOf(series(flat))).toMatchObject({ volatility: '0.0000', drawdown: null });
  });

  it('is not given below sixty sessions, nor once nothing is left', () => {
    expect(riskOf(series(flat.slice(0, 59)))).toBeNull();
    expect(riskOf(series(flat.slice(0, 60)))).not.toBeNull();
    expect(riskOf(series(changed({ 89: 0 })))).toBeNull();
  });

  it('names the deepest fall from a high, not the lowest value, and when it recovered', () => {
    // From 100 to 90 is 10%. From 200 to 150 is 25%, although 150 is above 90.
    const values = changed({ 5: 90, 20: 200, 21: 160, 22: 150, 23: 180, 24: 200 });
    expect(riskOf(series(values))?.drawdown).toMatchObject({
      depth: '-0.5000',
      peak: dateAt(24),
      recovered: null,
    });
    const risen = values.map((value, day) => (day > 24 ? 200 : value));
    expect(riskOf(series(risen))?.drawdown).toEqual({
      depth: '-0.2500',
      peak: dateAt(20),
      trough: dateAt(22),
      recovered: dateAt(24),
    });
  });

  it('rounds a fall once: just above a half is up', () => {
    // The exact value is 0.123450005. Rounding to eight decimals first would make it a half, which then rounds to
    // the even 0.1234.
    const values = flat.map((_, day) => (day < 5 ? '200.000000' : '175.309999'));
    expect(riskOf(series(values))?.drawdown?.depth).toBe('-0.1235');
  });

  it('compares months from month-end to month-end, the last one so far', () => {
    const values = changed({ 0: 70, 31: 90, 58: 120, 59: 110, 88: 60, 89: 96 });
    const risk = riskOf(series(values));
    // January has no month before it. February ends at 120, after 100. March is at 96 so far.
    expect(risk?.bestMonth).toEqual({ month: '2026-02', return: '0.2000' });
    expect(risk?.worstMonth).toEqual({ month: '2026-03', return: '-0.2000' });
  });

  it('has the volatility of a value that goes up and down by one percent', () => {
    const values = flat.map((_, day) => (day % 2 === 0 ? 100 : 101));
    // 45 rises of 1% and 44 falls of 1/101, computed by hand: close to 1% a day, times the square root of 252.
    expect(riskOf(series(values))?.volatility).toBe('0.1588');
  });
});
