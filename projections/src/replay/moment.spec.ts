import { describe, expect, it } from 'vitest';
import { describeMoment, parseMoment } from './moment.js';

describe('a moment', () => {
  it.each([
    ['2026-01-15', '2026-01-16T04:59:59.999Z'],
    ['2026-07-15', '2026-07-16T03:59:59.999Z'],
    // Clocks change on March 8 and November 1, 2026.
    ['2026-03-07', '2026-03-08T04:59:59.999Z'],
    ['2026-03-08', '2026-03-09T03:59:59.999Z'],
    ['2026-10-31', '2026-11-01T03:59:59.999Z'],
    ['2026-11-01', '2026-11-02T04:59:59.999Z'],
  ])('that is a day, %s, lasts until its end in New York', (text, end) => {
    const moment = parseMoment(text, 'occurred');
    expect(moment).toEqual({ kind: 'occurred', at: new Date(end) });
    expect(moment && describeMoment(moment)).toBe(end);
  });

  it('is an instant with its offset, or a position', () => {
    expect(parseMoment('2026-03-01T15:00:00Z', 'recorded')).toEqual({
      kind: 'recorded',
      at: new Date('2026-03-01T15:00:00Z'),
    });
    expect(parseMoment('2026-03-01T15:00+02:00', 'recorded')).toEqual({
      kind: 'recorded',
      at: new Date('2026-03-01T13:00:00Z'),
    });
    expect(parseMoment('48213', 'recorded')).toEqual({
      kind: 'position',
      position: { commit: 48_213n, prepare: 48_213n },
    });
    const farAhead = 10n ** 30n;
    expect(parseMoment(String(farAhead), 'recorded')).toEqual({
      kind: 'position',
      position: { commit: farAhead, prepare: farAhead },
    });
  });

  it.each([
    ['2026-01-15', '2026-01-15T05:00:00.000Z'],
    ['2026-07-15', '2026-07-15T04:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
  ])('that is a day, %s, begins in New York, too, where a beginning is asked for', (text, start) => {
    expect(parseMoment(text, 'recorded', 'start')).toEqual({ kind: 'recorded', at: new Date(start) });
  });

  it('that is no day has no beginning', () => {
    expect(parseMoment('2026-02-30', 'recorded', 'start')).toBeUndefined();
  });

  it.each(['yesterday', '2026-02-30', '2026-13-01', '2026-03-01T15:00:00', '', '-1', '01/03/2026'])(
    'is not "%s"',
    (text) => expect(parseMoment(text, 'recorded')).toBeUndefined(),
  );
});
