const millisecondsOfDay = 86_400_000;

/** A calendar day as a whole number of days since 1970-01-01: cheap to count with. */
export type Day = number;

/** The day of a date, `2026-01-31`. */
export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / millisecondsOfDay;

/** The date of a day, `2026-01-31`. */
export const dateOf = (day: Day): string => new Date(day * millisecondsOfDay).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

/** The day of a date in numbers; months count from 1. */
export const dayFrom = (year: number, month: number, dayOfMonth: number): Day =>
  Date.UTC(year, month - 1, dayOfMonth) / millisecondsOfDay;

/** The n-th given weekday of a month; n = -1 is the last one. */
export const nthWeekday = (year: number, month: number, weekday: number, n: number): Day => {
  if (n < 0) {
    const last = dayFrom(year, month + 1, 1) - 1;
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayFrom(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
};

/** Hours that New York is behind UTC that day; the clocks change on Sundays, when nothing trades. */
const newYorkOffset = (day: Day): number => {
  const year = new Date(day * millisecondsOfDay).getUTCFullYear();
  return day >= nthWeekday(year, 3, 0, 2) && day < nthWeekday(year, 11, 0, 1) ? 4 : 5;
};

/** The instant of a wall-clock time in New York, in milliseconds since 1970. */
export const newYorkInstant = (day: Day, hour: number, minute = 0): number =>
  day * millisecondsOfDay + ((hour + newYorkOffset(day)) * 60 + minute) * 60_000;

/** RFC 3339 with New York's offset, as the broker's clock writes it. */
export const newYorkText = (instant: number): string => {
  const utcDay = Math.floor(instant / millisecondsOfDay);
  const offset = newYorkOffset(utcDay);
  return `${new Date(instant - offset * 3_600_000).toISOString().slice(0, 19)}-0${offset}:00`;
};
