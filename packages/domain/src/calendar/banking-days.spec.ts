import { describe, expect, it } from 'vitest';
import {
  bankingDaysAfter,
  endOfTradingDay,
  isBankingDate,
  newYorkDay,
  termsOf,
  tradingDayEndText,
  tradingDayOf,
} from './banking-days.js';

describe('banking days', () => {
  // federalreserve.gov/aboutthefed/k8.htm
  it.each([
    [
      2025,
      ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25'],
    ],
    [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25']],
    [2027, ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25']],
  ])('of %i leave out weekends and Federal Reserve holidays: %s', (year, holidays) => {
    const weekdays = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
    ).filter((date) => ![0, 6].includes(new Date(date).getUTCDay()));
    expect(weekdays.filter((date) => !isBankingDate(date))).toEqual(
      holidays.map((holiday) => `${year}-${holiday}`),
    );
  });

  it('keep a holiday on a Sunday on Monday, and none on the Friday before a Saturday', () => {
    expect(isBankingDate('2027-07-05')).toBe(false);
    expect(isBankingDate('2026-07-03')).toBe(true);
  });

  it('are counted over weekends and holidays', () => {
    expect(bankingDaysAfter('2026-11-20', 1)).toBe('2026-11-23');
    expect(bankingDaysAfter('2026-11-25', 1)).toBe('2026-11-27');
    expect(bankingDaysAfter('2026-12-31', 2)).toBe('2027-01-05');
  });
});

describe('what a transfer can expect', () => {
  it.each([
    ['on a Monday morning', '2026-03-02T15:00:00Z', '2026-03-05', '2026-03-02T21:00:00.000Z'],
    ['a second before 4 p.m.', '2026-03-02T20:59:59Z', '2026-03-05', '2026-03-02T21:00:00.000Z'],
    ['at 4 p.m.', '2026-03-02T21:00:00Z', '2026-03-06', '2026-03-03T21:00:00.000Z'],
    ['at half past four', '2026-03-02T21:30:00Z', '2026-03-06', '2026-03-03T21:00:00.000Z'],
    ['in summer time', '2026-07-06T19:59:59Z', '2026-07-09', '2026-07-06T20:00:00.000Z'],
    ['on a Friday evening', '2026-03-06T22:00:00Z', '2026-03-12', '2026-03-09T20:00:00.000Z'],
    ['on a Saturday', '2026-03-07T12:00:00Z', '2026-03-12', '2026-03-09T20:00:00.000Z'],
    ['before Thanksgiving', '2026-11-25T22:00:00Z', '2026-12-02', '2026-11-27T21:00:00.000Z'],
    ['late in the evening in New York', '2026-03-03T04:30:00Z', '2026-03-06', '2026-03-03T21:00:00.000Z'],
  ])('%s', (_when, now, expectedOn, cutoff) => {
    const terms = termsOf(new Date(now));
    expect({ ...terms, cutoff: terms.cutoff.toISOString() }).toMatchObject({ expectedOn, cutoff });
  });
});

describe('the trading day', () => {
  it.each([
    ['2026-03-02T14:00:00Z', '2026-03-02'],
    ['2026-03-02T21:00:00Z', '2026-03-03'],
    // Good Friday: banks are open, the market is not.
    ['2026-04-03T15:00:00Z', '2026-04-06'],
    // Veterans Day: the market is open, banks are not.
    ['2026-11-11T15:00:00Z', '2026-11-11'],
    // The day after Thanksgiving ends at 1 p.m.
    ['2026-11-27T17:59:00Z', '2026-11-27'],
    ['2026-11-27T18:00:00Z', '2026-11-30'],
    // Independence Day falls on a Saturday, so the market observes it on Friday.
    ['2026-07-03T15:00:00Z', '2026-07-06'],
  ])('at %s is %s', (now, day) => {
    expect(tradingDayOf(new Date(now))).toBe(day);
  });
});

describe('the end of a trading day', () => {
  it.each([
    ['2026-11-23', '2026-11-23T21:00:00.000Z', '4 p.m. ET on Monday, Nov 23'],
    ['2026-07-06', '2026-07-06T20:00:00.000Z', '4 p.m. ET on Monday, Jul 6'],
    ['2026-11-27', '2026-11-27T18:00:00.000Z', '1 p.m. ET on Friday, Nov 27'],
    ['2026-12-24', '2026-12-24T18:00:00.000Z', '1 p.m. ET on Thursday, Dec 24'],
  ])('%s is %s', (day, end, text) => {
    expect(endOfTradingDay(day).toISOString()).toBe(end);
    expect(tradingDayEndText(day)).toBe(text);
  });

  it('is the first moment of the next one', () => {
    // Saturday, Sunday and Monday morning belong to one trading day.
    for (const now of [
      '2026-11-20T21:00:00Z',
      '2026-11-21T15:00:00Z',
      '2026-11-22T15:00:00Z',
      '2026-11-23T20:59:59Z',
    ]) {
      const day = tradingDayOf(new Date(now));
      expect(endOfTradingDay(day)).toEqual(new Date('2026-11-23T21:00:00Z'));
      expect(tradingDayOf(endOfTradingDay(day))).toBe('2026-11-24');
    }
  });
});

it('knows the day in New York', () => {
  expect(newYorkDay(new Date('2026-03-02T04:59:59Z'))).toBe('2026-03-01');
  expect(newYorkDay(new Date('2026-03-02T05:00:00Z'))).toBe('2026-03-02');
  expect(newYorkDay(new Date('2026-07-02T03:59:59Z'))).toBe('2026-07-01');
});
