import { describe, expect, it } from 'vitest';
import { axisDayText, endsAreApart, nameLines, plotted, simulatedSpan } from './chart-data.js';

const point = (date: string, trend: number, tracked: boolean) => ({ date, trend, benchmark: 100, tracked });

describe('what is plotted', () => {
  it('draws the simulated piece up to the first tracked session, and the tracked one from it', () => {
    const pieces = plotted([
      point('2026-05-11', 104, false),
      point('2026-05-12', 105, true),
      point('2026-05-13', 106, true),
    ]);

    expect(pieces.map(({ simulated, tracked }) => [simulated, tracked])).toEqual([
      [104, undefined],
      [105, 105],
      [undefined, 106],
    ]);
  });

  it('shades what was computed backwards, as long as there is any of it', () => {
    const [before, on, after] = [
      { date: '2026-05-11', tracked: false },
      { date: '2026-05-12', tracked: true },
      { date: '2026-05-13', tracked: true },
    ] as const;

    expect(simulatedSpan([before, on, after])).toEqual({
      from: '2026-05-11',
      until: '2026-05-12',
      since: '2026-05-12',
    });
    expect(simulatedSpan([before])).toEqual({ from: '2026-05-11', until: '2026-05-11', since: undefined });
    expect(simulatedSpan([on, after])).toBeUndefined();
  });

  it('tells ends of lines whose names would meet from those that are apart', () => {
    expect(endsAreApart({ trend: 120, benchmark: 104 }, [0, 100])).toBe(true);
    expect(endsAreApart({ trend: 104, benchmark: 118 }, [0, 100])).toBe(false);
  });

  it('labels months on a long axis, the year at its beginning, and days on a short one', () => {
    const year = [{ date: '2025-11-20' }, { date: '2026-11-20' }];

    expect(axisDayText('2026-01-02', year)).toBe('Jan 2026');
    expect(axisDayText('2026-03-02', year)).toBe('Mar');
    expect(axisDayText('2026-11-09', [{ date: '2026-10-20' }, { date: '2026-11-20' }])).toBe('Nov 9');
  });

  it('breaks a name that is too long for one line at a space, and cuts what is too long for two', () => {
    expect(nameLines('Climate Tech')).toEqual(['Climate Tech']);
    expect(nameLines('New Space Race')).toEqual(['New Space Race']);
    expect(nameLines('Artificial Intelligence')).toEqual(['Artificial', 'Intelligence']);
    expect(nameLines('The Long Transition of Industrial Heat')).toEqual(['The Long', 'Transition of…']);
    expect(nameLines('Electrometallurgy')).toEqual(['Electrometall…']);
  });
});
