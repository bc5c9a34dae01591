import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { type Trend, TrendGrid } from './trend-card.js';

it('A grid without trends says that there are none yet', () => {
  const markup = renderToStaticMarkup(<TrendGrid trends={[]} />);

  expect(markup).toContain('No trends yet. New ones will appear here.');
  expect(markup).not.toContain('<ul');
});

describe('a card', () => {
  const trend: Trend = {
    id: 'tides',
    name: 'Tides',
    description: '',
    image_url: null,
    performance: 0.1373,
    provenance: 'tracked',
    tracked_since: '2025-11-24',
    holdings: [],
    created_at: '2025-01-01T00:00:00Z',
    changed_at: '2025-01-01T00:00:00Z',
  };
  const wordsOf = (rest: Partial<Trend>): string =>
    renderToStaticMarkup(
      <MemoryRouter>
        <TrendGrid trends={[{ ...trend, ...rest }]} />
      </MemoryRouter>,
    )
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();

  it.each([
    ['made a moment ago', { provenance: 'simulated', tracked_since: null }, 'up 13.73% Simulated'],
    [
      'made within the year',
      { provenance: 'partly_simulated', tracked_since: '2026-07-07' },
      'up 13.73% Simulated before Jul 7, 2026',
    ],
    ['that was there all year', {}, 'up 13.73%'],
    [
      'without a year of history',
      { performance: null, provenance: 'simulated', tracked_since: null },
      'up 0.00% not enough history yet',
    ],
  ] as const)('%s says what its return rests on', (_which, rest, words) => {
    expect(wordsOf(rest)).toBe(`Tides Performance (1Y) ${words}`);
  });
});
