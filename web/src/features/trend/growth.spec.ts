import { describe, expect, it } from 'vitest';
import {
  csvOf,
  dayTicksFor,
  type GrowthEntry,
  isPartlySimulated,
  pointsIn,
  returnOf,
  ticksFor,
  trackedSince,
} from './growth.js';

const entry = (date: string, portfolio_growth: number, spy_growth: number, tracked = true): GrowthEntry => ({
  date,
  portfolio_growth,
  spy_growth,
  tracked,
});

const year: readonly GrowthEntry[] = [
  entry('2025-11-20', 100, 100, false),
  entry('2025-12-31', 110, 104, false),
  entry('2026-01-02', 112, 105, false),
  entry('2026-05-20', 120, 106),
  entry('2026-08-31', 125, 107),
  entry('2026-10-19', 130, 108),
  entry('2026-10-20', 140, 108),
  entry('2026-11-20', 154, 110),
];

describe('ranges', () => {
  it.each([
    ['1Y', '2025-11-20'],
    ['YTD', '2025-12-31'],
    ['6M', '2026-05-20'],
    ['3M', '2026-08-31'],
    ['1M', '2026-10-20'],
  ] as const)('%s starts from %s, both series at $100', (range, from) => {
    expect(pointsIn(year, range)[0]).toMatchObject({ date: from, trend: 100, benchmark: 100 });
  });

  it('sets later values against the first session of the range', () => {
    expect(pointsIn(year, '1M').at(-1)?.trend).toBeCloseTo(110, 10);
  });

  it('stays at zero where nothing was left at the start of the range', () => {
    const writtenOff = [entry('2026-10-20', 0, 108), entry('2026-11-20', 0, 110)];
    expect(pointsIn(writtenOff, '1M').map(({ trend }) => trend)).toEqual([0, 0]);
    expect(ticksFor(pointsIn(writtenOff, '1M'))[0]).toBe(0);
  });

  it('counts a month back from the 31st to the last day of a shorter month', () => {
    const list = [
      entry('2026-02-27', 100, 100),
      entry('2026-03-02', 100, 100),
      entry('2026-03-31', 100, 100),
    ];

    expect(pointsIn(list, '1M')[0]?.date).toBe('2026-03-02');
  });

  it('has no points without a history', () => {
    expect(pointsIn([], '1M')).toEqual([]);
  });
});

it.each([
  [80.325, -0.19675],
  [80.715, -0.19285],
  [119.675, 0.19675],
])('the return of $%d is the one that performance gives', (value, performance) => {
  const last = pointsIn([entry('2025-11-20', 100, 100), entry('2026-11-20', value, value)], '1Y').at(-1);
  expect([returnOf(last?.trend ?? 0), returnOf(last?.benchmark ?? 0)]).toEqual([performance, performance]);
});

describe('the simulated part', () => {
  it('ends where tracking began', () => {
    expect(trackedSince(year)).toBe('2026-05-20');
    expect(isPartlySimulated(year)).toBe(true);
  });

  it('is not there once the whole range was tracked', () => {
    expect(isPartlySimulated(pointsIn(year, '3M'))).toBe(false);
  });
});

describe('axes', () => {
  it('steps in round dollars around every value and the starting hundred', () => {
    expect(ticksFor(pointsIn(year, '1Y'))).toEqual([100, 120, 140, 160]);
  });

  it('labels at most seven months', () => {
    const sessions = Array.from({ length: 250 }, (_none, at) => ({
      date: new Date(Date.UTC(2025, 10, 20 + at)).toISOString().slice(0, 10),
    }));

    expect(dayTicksFor(sessions)).toEqual(['2025-12-01', '2026-02-01', '2026-04-01', '2026-06-01']);
  });

  it('labels Mondays when the range is short', () => {
    const sessions = ['2026-11-05', '2026-11-06', '2026-11-09', '2026-11-10', '2026-11-16'].map((date) => ({
      date,
    }));

    expect(dayTicksFor(sessions)).toEqual(['2026-11-09', '2026-11-16']);
  });
});

describe('the CSV', () => {
  it('has a row for each session and says which were simulated', () => {
    expect(csvOf(pointsIn(year, '1Y')).split('\r\n').slice(0, 3)).toEqual([
      'date,trend,sp500,kind',
      '2025-11-20,100.0000,100.0000,simulated',
      '2025-12-31,110.0000,104.0000,simulated',
    ]);
  });
});
