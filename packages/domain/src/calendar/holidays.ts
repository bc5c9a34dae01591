import { type Day, dayFrom, dayOf, isWeekend, nthWeekday, weekdayOf, yearOf } from './day.js';

/**
 * Banks observe a Sunday holiday on Monday. For a Saturday holiday, the Federal Reserve Banks stay open on Friday.
 */
const keptByBanks = (day: Day): Day => (weekdayOf(day) === 0 ? day + 1 : day);

/** The New York Stock Exchange observes a Saturday holiday on the Friday before (NYSE rule 7.2). */
const keptByMarket = (day: Day): Day => (weekdayOf(day) === 6 ? day - 1 : keptByBanks(day));

const easterSunday = (year: number): Day => {
  // Anonymous Gregorian computus.
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30;
  const i = 2 * (b % 4) + 2 * Math.floor(c / 4) - (c % 4) + 32 - h;
  const l = i % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayFrom(year, Math.floor(n / 31), (n % 31) + 1);
};

const kingsDay = (year: number): Day => nthWeekday(year, 1, 1, 3);
const presidentsDay = (year: number): Day => nthWeekday(year, 2, 1, 3);
const memorialDay = (year: number): Day => nthWeekday(year, 5, 1, -1);
const laborDay = (year: number): Day => nthWeekday(year, 9, 1, 1);
const thanksgiving = (year: number): Day => nthWeekday(year, 11, 4, 4);

/** Holidays of the Federal Reserve Banks (federalreserve.gov, "Holiday Schedule"). */
const bankHolidays = (year: number): ReadonlySet<Day> =>
  new Set([
    keptByBanks(dayFrom(year, 1, 1)),
    kingsDay(year),
    presidentsDay(year),
    memorialDay(year),
    keptByBanks(dayFrom(year, 6, 19)),
    keptByBanks(dayFrom(year, 7, 4)),
    laborDay(year),
    nthWeekday(year, 10, 1, 2),
    keptByBanks(dayFrom(year, 11, 11)),
    thanksgiving(year),
    keptByBanks(dayFrom(year, 12, 25)),
  ]);

/** Days on which the New York Stock Exchange is closed. */
const marketHolidays = (year: number): ReadonlySet<Day> =>
  new Set([
    // On a Saturday it is not observed: the Friday before belongs to the old year's accounts.
    keptByBanks(dayFrom(year, 1, 1)),
    kingsDay(year),
    presidentsDay(year),
    easterSunday(year) - 2,
    memorialDay(year),
    ...(year >= 2022 ? [keptByMarket(dayFrom(year, 6, 19))] : []),
    keptByMarket(dayFrom(year, 7, 4)),
    laborDay(year),
    thanksgiving(year),
    keptByMarket(dayFrom(year, 12, 25)),
  ]);

/** National days of mourning on which the New York Stock Exchange was closed. */
const specialClosings = new Set(['2018-12-05', '2025-01-09'].map(dayOf));

/** Half days among the days on which it opens: before Independence Day, before Christmas, and the day after Thanksgiving. */
export const closesEarly = (day: Day): boolean => {
  const year = yearOf(day);
  return [dayFrom(year, 7, 3), dayFrom(year, 12, 24), thanksgiving(year) + 1].includes(day);
};

/** Caches the holidays of each year. */
const kept = (holidays: (year: number) => ReadonlySet<Day>): ((day: Day) => boolean) => {
  const byYear = new Map<number, ReadonlySet<Day>>();
  return (day) => {
    const year = yearOf(day);
    const known = byYear.get(year) ?? holidays(year);
    byYear.set(year, known);
    return known.has(day);
  };
};

const isBankHoliday = kept(bankHolidays);
const isMarketHoliday = kept(marketHolidays);

/** Whether the Federal Reserve Banks, and therefore ACH, are open. */
export const isBankingDay = (day: Day): boolean => !isWeekend(day) && !isBankHoliday(day);

/**
 * Whether the New York Stock Exchange opens, even for half a day. Future closures that follow no rule are not
 * included.
 */
export const isMarketDay = (day: Day): boolean =>
  !isWeekend(day) && !isMarketHoliday(day) && !specialClosings.has(day);
