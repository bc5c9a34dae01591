import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { GrowthEntry } from './growth.js';
import { trackedText } from './history-words.js';
import { HundredDollars } from './hundred-dollars.js';

const growth: readonly GrowthEntry[] = [
  { date: '2026-06-16', portfolio_growth: 100, spy_growth: 100, tracked: true },
  { date: '2026-11-20', portfolio_growth: 115.53, spy_growth: 104.2, tracked: true },
];

const told = (performance: number | null): string =>
  renderToStaticMarkup(<HundredDollars growth={growth} performance={performance} />)
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&');

describe('a trend with a year of history', () => {
  it('tells what $100 of a year ago is worth', () => {
    expect(told(0.1553)).toBe(
      '$100 invested a year ago is worth $116 now. In the S&P 500 it would be worth $104.',
    );
  });

  it('was tracked all year when its first day was', () => {
    expect(trackedText(growth, 0.1553)).toBe('Tracked for a full year');
  });
});

describe('a trend that was made lately', () => {
  const toldOf = (tracked: readonly boolean[]): string =>
    renderToStaticMarkup(
      <HundredDollars
        growth={tracked.map((each, at) => ({
          date: `2026-0${at + 1}-02`,
          portfolio_growth: 100 + at,
          spy_growth: 100,
          tracked: each,
        }))}
        performance={0.02}
      />,
    ).replaceAll(/<[^>]+>/g, '');

  it.each([
    ['never tracked', [false, false, false], 'would be worth $102 now, simulated.'],
    ['tracked at its last session alone', [false, false, true], 'would be worth $102 now, simulated.'],
    ['tracked since a while', [false, true, true], 'would be worth $102 now, simulated before Feb 2, 2026.'],
    ['tracked all the time', [true, true, true], 'is worth $102 now.'],
  ])('%s says so in the same sentence', (_which, tracked, words) => {
    expect(toldOf(tracked)).toContain(`$100 invested a year ago ${words}`);
  });
});

describe('a trend with less than a year of history', () => {
  it('says since when, and that the S&P 500 covers the same days', () => {
    expect(told(null)).toBe(
      '$100 invested on Jun 16, 2026 is worth $116 now. In the S&P 500 it would be worth $104. ' +
        'There isn’t a year of history yet, so both figures start on that day.',
    );
  });

  it('was tracked since its first day, not all year', () => {
    expect(trackedText(growth, null)).toBe('Tracked since Jun 16, 2026');
  });
});

it('A trend without history says nothing of $100', () => {
  expect(renderToStaticMarkup(<HundredDollars growth={[]} performance={null} />)).toBe('');
});
