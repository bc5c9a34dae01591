import { type Day, dateOf, dayOf, newYorkInstant, newYorkOf } from './day.js';
import { closesEarly, isBankingDay, isMarketDay } from './holidays.js';

/** A request before 4 p.m. in New York goes out the same day. */
const cutoffHour = 16;

/** The hour in New York at which the New York Stock Exchange closes. */
const closeOf = (day: Day): number => (closesEarly(day) ? 13 : cutoffHour);

/** Banking days from the day a transfer goes out to its expected arrival. */
const daysUnderWay = 3;

const next = (day: Day, isOpen: (day: Day) => boolean): Day => {
  let found = day;
  while (!isOpen(found)) found += 1;
  return found;
};

/** The first open day that has not ended yet. @param endOf the hour at which a day ends */
const current = (now: Date, isOpen: (day: Day) => boolean, endOf: (day: Day) => number): Day => {
  const { day, minute } = newYorkOf(now);
  return isOpen(day) && minute < endOf(day) * 60 ? day : next(isOpen(day) ? day + 1 : day, isOpen);
};

/** The calendar day in New York, `YYYY-MM-DD`. */
export const newYorkDay = (now: Date): string => dateOf(newYorkOf(now).day);

/**
 * The day a transfer counts for at the broker, `YYYY-MM-DD`: the first New York Stock Exchange session that has not
 * closed.
 */
export const tradingDayOf = (now: Date): string => dateOf(current(now, isMarketDay, closeOf));

/** The first instant after a trading day (`YYYY-MM-DD`). */
export const endOfTradingDay = (date: string): Date => newYorkInstant(dayOf(date), closeOf(dayOf(date)));

const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** The same as text, such as `4 p.m. ET on Monday, Nov 23`. */
export const tradingDayEndText = (date: string): string =>
  `${closeOf(dayOf(date)) % 12} p.m. ET on ${weekday.format(new Date(`${date}T00:00:00Z`))}`;

/** Whether the Federal Reserve Banks are open on a day. @param date `YYYY-MM-DD` */
export const isBankingDate = (date: string): boolean => isBankingDay(dayOf(date));

/** The date a number of banking days after another, both `YYYY-MM-DD`. */
export const bankingDaysAfter = (date: string, count: number): string => {
  let day = dayOf(date);
  for (let counted = 0; counted < count; counted += 1) day = next(day + 1, isBankingDay);
  return dateOf(day);
};

/** What to expect of a transfer requested now. */
export interface TransferTerms {
  readonly tradingDay: string;
  /** Banking day on which the money should have arrived, in either direction. */
  readonly expectedOn: string;
  /** Transfers requested from this instant on go out on a later banking day. */
  readonly cutoff: Date;
}

/**
 * Alpaca promises neither an hour nor a day for ACH, so both are ours: a request on a banking day before 4
 * p.m. in New York goes out that day, and arrives three banking days later. The trading day is the
 * exchange's, whose holidays differ.
 */
export const termsOf = (now: Date): TransferTerms => {
  const goesOut = current(now, isBankingDay, () => cutoffHour);
  return {
    tradingDay: tradingDayOf(now),
    expectedOn: bankingDaysAfter(dateOf(goesOut), daysUnderWay),
    cutoff: newYorkInstant(goesOut, cutoffHour),
  };
};
