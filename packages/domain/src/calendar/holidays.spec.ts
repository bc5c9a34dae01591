import { describe, expect, it } from 'vitest';
import { dateOf, dayFrom, isWeekend } from './day.js';
import { closesEarly, isMarketDay } from './holidays.js';

const weekdaysOf = (year: number) =>
  Array.from({ length: 366 }, (_, index) => dayFrom(year, 1, 1 + index)).filter(
    (day) => dateOf(day).startsWith(`${year}`) && !isWeekend(day),
  );

describe('the New York Stock Exchange', () => {
  // nyse.com/markets/hours-calendars, and the years before that: two days of mourning among them.
  it.each([
    [2018, '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25'],
    [2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24'],
    [2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26'],
    [2025, '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'],
    [2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'],
    [2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'],
    [2028, '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25'],
  ])('is closed in %i, besides weekends, on %s', (year, closed) => {
    const days = weekdaysOf(year).filter((day) => !isMarketDay(day));
    expect(days.map((day) => dateOf(day).slice(5)).join(' ')).toBe(closed);
  });

  it.each([
    [2025, '07-03 11-28 12-24'],
    [2026, '11-27 12-24'],
    [2027, '11-26'],
    [2028, '07-03 11-24'],
  ])('closes early in %i on %s', (year, early) => {
    const days = weekdaysOf(year).filter((day) => isMarketDay(day) && closesEarly(day));
    expect(days.map((day) => dateOf(day).slice(5)).join(' ')).toBe(early);
  });
});
