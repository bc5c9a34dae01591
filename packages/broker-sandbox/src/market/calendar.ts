import { type Day, dateOf, dayFrom, dayOf, newYorkInstant, nthWeekday, weekdayOf } from './day.js';

/** A day on which US stocks trade. */
export interface Session {
  readonly day: Day;
  readonly date: string;
  /** `09:30` New York time, as the broker writes it. */
  readonly open: string;
  /** `16:00`, or `13:00` on a half day. */
  readonly close: string;
  readonly opensAt: number;
  /** Milliseconds since 1970. */
  readonly closesAt: number;
}

/** Closings outside the rule: days of mourning. */
const specialClosings = new Set(['2018-12-05', '2025-01-09'].map(dayOf));

const easterSunday = (year: number): Day => {
  // Anonymous Gregorian computus.
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25);
  const h = (19 * a + d + 15) % 30;
  const i = 2 * (b % 4) + 2 * Math.floor(c / 4) - (c % 4) + 32 - h;
  const l = i % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return dayFrom(year, Math.floor(n / 31), (n % 31) + 1);
};

/** A holiday on a Saturday is kept the Friday before, on a Sunday the Monday after (NYSE rule 7.2). */
const observed = (day: Day): Day => (weekdayOf(day) === 6 ? day - 1 : weekdayOf(day) === 0 ? day + 1 : day);

const holidaysOf = (year: number): Set<Day> => {
  const newYear = dayFrom(year, 1, 1);
  return new Set([
    // On a Saturday New Year's Day is not made up for: the Friday before belongs to the old year's accounts.
    ...(weekdayOf(newYear) === 6 ? [] : [observed(newYear)]),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    easterSunday(year) - 2,
    nthWeekday(year, 5, 1, -1),
    ...(year >= 2022 ? [observed(dayFrom(year, 6, 19))] : []),
    observed(dayFrom(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    observed(dayFrom(year, 12, 25)),
  ]);
};

/** Half days end at 13:00: before Independence Day and Christmas from Monday to Thursday, and after Thanksgiving. */
const halfDaysOf = (year: number): Set<Day> => {
  const eves = [dayFrom(year, 7, 3), dayFrom(year, 12, 24)].filter(
    (day) => weekdayOf(day) >= 1 && weekdayOf(day) <= 4,
  );
  return new Set([...eves, nthWeekday(year, 11, 4, 4) + 1]);
};

const sessionOf = (day: Day, half: boolean): Session => ({
  day,
  date: dateOf(day),
  open: '09:30',
  close: half ? '13:00' : '16:00',
  opensAt: newYorkInstant(day, 9, 30),
  closesAt: newYorkInstant(day, half ? 13 : 16),
});

/** All sessions of the years from `first` to `last`, both included. */
export const sessionsOf = (first: number, last: number): Session[] => {
  const sessions: Session[] = [];
  for (let year = first; year <= last; year += 1) {
    const holidays = holidaysOf(year);
    const halfDays = halfDaysOf(year);
    for (let day = dayFrom(year, 1, 1); day < dayFrom(year + 1, 1, 1); day += 1) {
      const weekend = weekdayOf(day) === 0 || weekdayOf(day) === 6;
      if (weekend || holidays.has(day) || specialClosings.has(day)) continue;
      sessions.push(sessionOf(day, halfDays.has(day)));
    }
  }
  return sessions;
};
