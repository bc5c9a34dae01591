import { describe, expect, it } from 'vitest';
import type { Trend } from '../../shared/trend-card/trend-card.js';
import { type Selection, searchFor, select, selectionIn } from './selection.js';

const trend = (name: string, rest: Partial<Trend> = {}): Trend => ({
  id: name,
  name,
  description: '',
  image_url: null,
  performance: null,
  provenance: null,
  tracked_since: null,
  holdings: [],
  created_at: '2026-01-01T00:00:00Z',
  changed_at: '2026-01-01T00:00:00Z',
  ...rest,
});

const trends = [
  trend('Climate Tech', {
    performance: 0.12,
    holdings: ['Tesla, Inc. TSLA'],
    changed_at: '2026-03-01T00:00:00Z',
  }),
  trend('Café Culture', {
    performance: -0.05,
    description: 'Where people meet.',
    created_at: '2026-02-01T00:00:00Z',
  }),
  trend('Clean Water'),
];
const everything: Selection = { words: '', order: 'performance', movement: 'all' };
const named = (selection: Partial<Selection>) =>
  select(trends, { ...everything, ...selection }).map(({ name }) => name);

describe('search', () => {
  it.each([
    ['climate', 'Climate Tech'],
    ['meet', 'Café Culture'],
    ['tsla', 'Climate Tech'],
    ['tesla climate', 'Climate Tech'],
    ['cafe', 'Café Culture'],
  ])('%s finds %s', (words, found) => {
    expect(named({ words })).toEqual([found]);
  });

  it('wants every word', () => {
    expect(named({ words: 'tesla water' })).toEqual([]);
  });
});

describe('order and filter', () => {
  it.each([
    ['performance', ['Climate Tech', 'Clean Water', 'Café Culture']],
    ['newest', ['Café Culture', 'Clean Water', 'Climate Tech']],
    ['changed', ['Climate Tech', 'Café Culture', 'Clean Water']],
    ['name', ['Café Culture', 'Clean Water', 'Climate Tech']],
  ] as const)('by %s', (order, names) => {
    expect(named({ order })).toEqual(names);
  });

  it('ranks by performance what was lived through before what is only simulated', () => {
    const best = trend('Made Today', { performance: 0.9, provenance: 'simulated' });
    const partly = trend('Made in May', { performance: 0.05, provenance: 'partly_simulated' });
    const ranked = select([best, partly, ...trends], everything).map(({ name }) => name);
    expect(ranked).toEqual(['Climate Tech', 'Made in May', 'Clean Water', 'Café Culture', 'Made Today']);
  });

  it('counts a missing performance as 0: above every loss, and not down', () => {
    expect(named({ movement: 'up' })).toEqual(['Climate Tech', 'Clean Water']);
    expect(named({ movement: 'down' })).toEqual(['Café Culture']);
  });
});

describe('the address', () => {
  it('keeps a selection, and says nothing of what is as usual', () => {
    const selection: Selection = { words: 'sea', order: 'name', movement: 'down' };

    expect(selectionIn(searchFor(selection))).toEqual(selection);
    expect(searchFor(everything).toString()).toBe('');
  });

  it('takes what it does not know for the usual', () => {
    expect(selectionIn(new URLSearchParams('sort=luck&show=sideways'))).toEqual(everything);
  });
});
