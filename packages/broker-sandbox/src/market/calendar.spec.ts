import { describe, expect, it } from 'vitest';
import { sessionsOf } from './calendar.js';

const sessions = sessionsOf(2023, 2027);
const dates = new Set(sessions.map(({ date }) => date));
const closeOf = (date: string) => sessions.find((session) => session.date === date)?.close;

describe('the calendar of US stock sessions', () => {
  it.each([
    [2023, 250],
    [2024, 252],
    [2025, 250],
    [2026, 251],
  ])('%i has %i sessions, as NYSE published', (year, count) => {
    expect(sessions.filter(({ date }) => date.startsWith(`${year}-`))).toHaveLength(count);
  });

  it.each([
    ['2023-01-02', "New Year's Day, kept on Monday"],
    ['2024-03-29', 'Good Friday'],
    ['2025-01-09', 'a day of mourning'],
    ['2025-06-19', 'Juneteenth'],
    ['2026-04-03', 'Good Friday'],
    ['2026-07-03', 'Independence Day, kept on Friday'],
    ['2026-11-26', 'Thanksgiving'],
    ['2027-06-18', 'Juneteenth, kept on Friday'],
    ['2027-12-24', 'Christmas, kept on Friday'],
  ])('%s is closed: %s', (date) => {
    expect(dates.has(date)).toBe(false);
  });

  it.each(['2024-07-03', '2024-11-29', '2024-12-24', '2025-07-03', '2026-11-27', '2026-12-24'])(
    '%s ends at 13:00',
    (date) => {
      expect(closeOf(date)).toBe('13:00');
    },
  );

  it.each(['2026-07-02', '2027-07-02', '2024-12-23'])('%s is a whole day', (date) => {
    expect(closeOf(date)).toBe('16:00');
  });

  it('closes at 16:00 New York time, summer and winter', () => {
    const closing = (date: string) =>
      new Date(sessions.find((s) => s.date === date)?.closesAt ?? 0).toISOString();
    expect(closing('2026-07-06')).toBe('2026-07-06T20:00:00.000Z');
    expect(closing('2026-11-20')).toBe('2026-11-20T21:00:00.000Z');
  });
});
