import { describe, expect, it } from 'vitest';
import { newYorkHourOf } from './day.js';

describe('the hour in New York', () => {
  it.each([
    ['2026-11-20T17:59:59.999Z', '2026-11-20', 12, 'five hours behind in winter'],
    ['2026-11-20T18:00:00Z', '2026-11-20', 13, 'five hours behind in winter'],
    [
      '2026-07-06T17:30:00+02:00',
      '2026-07-06',
      11,
      'four hours behind in summer, whatever zone an instant is told in',
    ],
    ['2026-01-01T04:59:59Z', '2025-12-31', 23, 'still in the old year'],
    ['2026-01-01T05:00:00Z', '2026-01-01', 0, 'at midnight'],
    ['2026-03-08T06:59:59Z', '2026-03-08', 1, 'before the clocks go forward'],
    ['2026-03-08T07:00:00Z', '2026-03-08', 3, 'after the clocks went forward'],
    ['2026-11-01T05:30:00Z', '2026-11-01', 1, 'before the clocks go back'],
    ['2026-11-01T06:30:00Z', '2026-11-01', 1, 'after the clocks went back'],
    ['1969-12-31T23:30:00Z', '1969-12-31', 18, 'before the first hour that computers count'],
  ])('at %s is %s, %s: %s', (instant, date, hour) => {
    expect(newYorkHourOf(instant)).toEqual({ date, hour });
    expect(newYorkHourOf(new Date(instant))).toEqual({ date, hour });
  });
});
