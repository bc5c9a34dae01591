import { describe, expect, it } from 'vitest';
import { type Composition, effectiveDateOf, timelineOf } from './composition.js';

describe('the date from whose close a change counts', () => {
  it.each([
    ['2026-11-20T17:59:59Z', '2026-11-20', 'before 13:00 in New York in winter'],
    ['2026-11-20T18:00:00Z', '2026-11-21', 'from 13:00 on'],
    ['2026-07-06T16:59:59Z', '2026-07-06', 'before 13:00 in New York in summer'],
    ['2026-07-06T17:00:00Z', '2026-07-07', 'from 13:00 on'],
    ['2026-11-20T02:00:00Z', '2026-11-20', 'in the evening before, New York time'],
    ['2026-12-31T23:00:00Z', '2027-01-01', 'over the end of a year'],
    ['2026-03-08T06:30:00Z', '2026-03-08', 'in the night in which the clocks change'],
  ])('of %s is %s: %s', (instant, date) => {
    expect(effectiveDateOf(instant)).toBe(date);
  });
});

const holding = (date: string, symbol: string, weight = 100): Composition => ({
  date,
  holdings: [{ symbol, weight }],
});
const nothing = (date: string): Composition => ({ date, holdings: [] });
const thursdayToMonday = ['2026-11-19', '2026-11-20', '2026-11-23'];
const lay = (...history: Composition[]) => {
  const { held, trackedFrom } = timelineOf(history, thursdayToMonday);
  const row = held.map(({ holdings, changed }) => `${holdings[0]?.symbol ?? '-'}${changed ? '!' : ''}`);
  return { row: row.join(' '), trackedFrom };
};

describe('compositions laid on sessions', () => {
  it('count from their session on', () => {
    expect(lay(holding('2026-01-02', 'A'), holding('2026-11-20', 'B'))).toEqual({
      row: 'A B! B',
      trackedFrom: 0,
    });
  });

  it('made over a weekend all count on Monday, where the last one stands', () => {
    const history = [holding('2026-01-02', 'A'), holding('2026-11-21', 'B'), holding('2026-11-22', 'C')];
    expect(lay(...history).row).toBe('A A C!');
  });

  it('before the first one are its own, as they stood at its first close', () => {
    const history = [holding('2026-11-20', 'A'), holding('2026-11-20', 'B'), holding('2026-11-23', 'C')];
    expect(lay(...history)).toEqual({ row: 'B B! C!', trackedFrom: 1 });
  });

  it('that count from no session yet are simulated with the latest', () => {
    expect(lay(holding('2026-11-24', 'A'), holding('2026-11-24', 'B'))).toEqual({
      row: 'B B B',
      trackedFrom: 3,
    });
  });

  it('begin with the first that holds something at a close', () => {
    expect(lay(nothing('2026-11-19'), holding('2026-11-20', 'A'))).toEqual({ row: 'A A! A', trackedFrom: 1 });
    expect(lay(nothing('2026-11-19'), holding('2026-11-24', 'A'))).toEqual({ row: 'A A A', trackedFrom: 3 });
    const slip = [holding('2026-11-19', 'A'), nothing('2026-11-19'), holding('2026-11-20', 'B')];
    expect(lay(...slip)).toEqual({ row: 'B B! B', trackedFrom: 1 });
    const weekend = [holding('2026-11-21', 'A'), nothing('2026-11-22')];
    expect(lay(...weekend)).toEqual({ row: '- - -', trackedFrom: 3 });
  });

  it.each([
    ['over a weekend', '2026-11-15', undefined],
    ['on Monday before its close', '2026-11-16', undefined],
    ['after the close of Monday', '2026-11-17', '2026-11-16'],
  ])('begin alike, wherever the window does, with what was removed again %s', (_, removed, since) => {
    const week = ['2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18'];
    const history = [holding('2026-11-14', 'A'), nothing(removed), holding('2026-11-19', 'B')];
    for (const opening of week) {
      const sessions = week.filter((session) => session >= opening);
      const beginning = since && sessions.find((session) => session >= since);
      expect([opening, sessions[timelineOf(history, sessions).trackedFrom]]).toEqual([opening, beginning]);
    }
  });

  it('stay begun when everything is removed', () => {
    expect(lay(holding('2026-11-19', 'A'), nothing('2026-11-20'))).toEqual({ row: 'A -! -', trackedFrom: 0 });
    const refilled = [holding('2026-01-02', 'A'), nothing('2026-06-01'), holding('2026-11-20', 'B')];
    expect(lay(...refilled)).toEqual({ row: '- B! B', trackedFrom: 0 });
  });

  it('that are the same as before change nothing', () => {
    expect(lay(holding('2026-01-02', 'A'), holding('2026-11-20', 'A')).row).toBe('A A A');
    expect(lay(holding('2026-01-02', 'A', 1), holding('2026-11-20', 'A', 2)).row).toBe('A A! A');
  });

  it('of the days before the window count as they stood when it began', () => {
    expect(lay(holding('2026-01-02', 'A'), holding('2026-06-01', 'B')).row).toBe('B B B');
  });
});
