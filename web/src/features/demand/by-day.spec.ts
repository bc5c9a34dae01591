import { describe, expect, it } from 'vitest';
import { daysOf, lastDays } from './by-day.js';

const lines = [
  { date: '2026-11-17', concept_id: 'climate', joined: 2, confirmed: 1, left: 0 },
  { date: '2026-11-19', concept_id: 'climate', joined: 1, confirmed: 0, left: 1 },
  { date: '2026-11-19', concept_id: null, joined: 4, confirmed: 2, left: 0 },
];

describe('demand by day', () => {
  it('adds up the trends of a day, oldest day first', () => {
    expect(daysOf(lines.toReversed(), undefined)).toEqual([
      { date: '2026-11-17', joined: 2, confirmed: 1, left: 0 },
      { date: '2026-11-19', joined: 5, confirmed: 2, left: 1 },
    ]);
  });

  it.each([
    ['one trend', 'climate', [2, 1]],
    ['those who named none', null, [4]],
    ['a trend that nobody named', 'oceans', []],
  ])('counts %s alone', (_what, wanted, joined) => {
    expect(daysOf(lines, wanted).map((day) => day.joined)).toEqual(joined);
  });

  it('has a place for each of the last days, also for those without anything, up to today in UTC', () => {
    const shown = lastDays(daysOf(lines, undefined), 4, new Date('2026-11-20T23:59:00Z'));

    expect(shown.map(({ date, joined }) => [date, joined])).toEqual([
      ['2026-11-17', 2],
      ['2026-11-18', 0],
      ['2026-11-19', 5],
      ['2026-11-20', 0],
    ]);
  });
});
