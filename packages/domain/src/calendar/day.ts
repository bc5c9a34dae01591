const millisecondsOfDay = 86_400_000;

/** A calendar day as a whole number of days since 1970-01-01. */
export type Day = number;

/** @param date `YYYY-MM-DD`; anything else gives NaN */
export const dayOf = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / millisecondsOfDay;

/** `YYYY-MM-DD`. @throws RangeError if the day is NaN */
export const dateOf = (day: Day): string => new Date(day * millisecondsOfDay).toISOString().slice(0, 10);

/** The date a number of days after another, or before it for a negative number, both `YYYY-MM-DD`. */
export const dateAfter = (date: string, days: number): string => dateOf(dayOf(date) + days);

/** Days do not depend on a time zone, so the year is read in UTC. */
export const yearOf = (day: Day): number => new Date(day * millisecondsOfDay).getUTCFullYear();

/** @param month 1 is January. Months and days past the end roll over, so month 13 is the next January */
export const dayFrom = (year: number, month: number, dayOfMonth: number): Day =>
  Date.UTC(year, month - 1, dayOfMonth) / millisecondsOfDay;

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

/** Saturday or Sunday, when banks and the exchange are closed. */
export const isWeekend = (day: Day): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6;

/** The date itself; on a weekend that of the Monday after it. Both `YYYY-MM-DD`. */
export const weekdayFrom = (date: string): string => {
  let day = dayOf(date);
  while (isWeekend(day)) day += 1;
  return dateOf(day);
};

/** The n-th given weekday of a month; n = -1 is the last. */
export const nthWeekday = (year: number, month: number, weekday: number, n: number): Day => {
  if (n < 0) {
    const last = dayFrom(year, month + 1, 1) - 1;
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayFrom(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
};

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** An hour on New York's clocks. */
export interface NewYorkHour {
  /** Calendar day, `YYYY-MM-DD`. */
  readonly date: string;
  /** From 0 to 23. */
  readonly hour: number;
}

const millisecondsOfHour = 3_600_000;
/** Upper bound of the cache. */
const mostHours = 10_000;
/** Cache of New York's day and hour by hours since 1970. Formatting a date costs 10 µs. */
const hours = new Map<number, NewYorkHour & { readonly day: Day }>();

/** New York's offset from UTC is a whole number of hours, and its clocks change on the hour. */
const hourInNewYork = (hour: number): NewYorkHour & { readonly day: Day } => {
  const known = hours.get(hour);
  if (known) return known;
  const formatted = clock.formatToParts(hour * millisecondsOfHour);
  const parts = new Map(formatted.map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const day = dayFrom(part('year'), part('month'), part('day'));
  const found = { day, date: dateOf(day), hour: part('hour') };
  if (hours.size >= mostHours) hours.clear();
  hours.set(hour, found);
  return found;
};

/** The hour of an instant in New York. @param instant ISO 8601 in any time zone, or a Date */
export const newYorkHourOf = (instant: string | Date): NewYorkHour => {
  const time = typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
  const { date, hour } = hourInNewYork(Math.floor(time / millisecondsOfHour));
  return { date, hour };
};

/** The calendar day in New York and the minutes of it that have passed. */
export const newYorkOf = (instant: Date): { readonly day: Day; readonly minute: number } => {
  const time = instant.getTime();
  const { day, hour } = hourInNewYork(Math.floor(time / millisecondsOfHour));
  return { day, minute: hour * 60 + instant.getUTCMinutes() };
};

const momentFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** An instant in New York time, such as `Nov 28, 9:30 a.m. ET`. */
export const momentText = (instant: Date): string =>
  `${momentFormat
    .format(instant)
    .replace(/\s([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}.m.`)} ET`;

/** The instant of a full hour on a day in New York, which is four or five hours behind UTC. */
export const newYorkInstant = (day: Day, hour: number): Date => {
  const summer = new Date(day * millisecondsOfDay + (hour + 4) * millisecondsOfHour);
  return newYorkOf(summer).minute === hour * 60 ? summer : new Date(summer.getTime() + millisecondsOfHour);
};
