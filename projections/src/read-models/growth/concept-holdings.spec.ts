import { foldRows, foldTrail } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { conceptHoldings } from './concept-holdings.js';
import { completedSession, type RecordedDays, recordedDays } from './recorded-days.js';

const ocean = history('concept-ocean');
const at = <E extends { metadata: object }>(instant: string, event: E): E => ({
  ...event,
  metadata: { ...event.metadata, occurredAt: instant },
});
const created = ocean.event('ConceptCreated', { conceptId: 'ocean', name: 'Ocean', description: 'Tides' });
const added = (symbol: string, weight: number) =>
  ocean.event('AllocationAdded', {
    allocationId: symbol,
    subConceptId: 's',
    symbol,
    companyName: symbol,
    weight,
  });

describe('what a concept held', () => {
  it('is one composition a day, as it stood at the end, in the order of symbols', () => {
    const events = [
      created,
      at('2026-02-02T15:00:00Z', added('B', 1_000)),
      at('2026-02-02T15:05:00Z', added('A', 2_000)),
      at(
        '2026-02-02T15:10:00Z',
        ocean.event('AllocationWeightChanged', { allocationId: 'B', weight: 3_000 }),
      ),
      at('2026-02-02T20:00:00Z', ocean.event('AllocationRemoved', { allocationId: 'A' })),
    ];
    expect(foldRows(conceptHoldings, events)).toMatchObject([
      { effective_on: '2026-02-03', symbols: ['A', 'B'] },
    ]);
    expect(foldTrail(conceptHoldings, events)).toEqual([
      {
        concept_id: 'ocean',
        date: '2026-02-02',
        holdings: [
          { symbol: 'A', weight: 2_000 },
          { symbol: 'B', weight: 3_000 },
        ],
      },
      { concept_id: 'ocean', date: '2026-02-03', holdings: [{ symbol: 'B', weight: 3_000 }] },
    ]);
  });

  it('takes all weights at once', () => {
    const weights = [
      { allocationId: 'A', weight: 10 },
      { allocationId: 'B', weight: 20 },
    ];
    const events = [created, added('A', 1), added('B', 2), ocean.event('AllocationsRebalanced', { weights })];
    expect(foldTrail(conceptHoldings, events)).toMatchObject([
      {
        holdings: [
          { symbol: 'A', weight: 10 },
          { symbol: 'B', weight: 20 },
        ],
      },
    ]);
  });

  it('never reaches back behind what was recorded before', () => {
    const events = [
      created,
      at('2026-05-04T15:00:00Z', added('A', 1)),
      at('2026-02-02T15:00:00Z', added('B', 1)),
    ];
    expect(foldTrail(conceptHoldings, events)).toMatchObject([
      { date: '2026-05-04', holdings: [{ symbol: 'A' }, { symbol: 'B' }] },
    ]);
  });

  it('begins when something is held', () => {
    const events = [created, added('A', 1), ocean.event('AllocationRemoved', { allocationId: 'A' })];
    expect(foldTrail(conceptHoldings, [created])).toEqual([]);
    expect(foldTrail(conceptHoldings, events)).toMatchObject([{ holdings: [] }]);
  });
});

describe('recorded days', () => {
  const stream = history('instrument-A');
  const days = (...dates: string[]) =>
    stream.event('DailyReturnsRecorded', {
      symbol: 'A',
      days: dates.map((date) => ({ date, close: '1', totalReturn: '0.1' })),
    });

  const datesOf = ({ days: recorded }: RecordedDays) => recorded.map(([date]) => date);

  it('are joined, each once', () => {
    const events = [days('2025-01-02', '2025-01-03'), days('2025-01-03', '2025-01-06'), days('2025-01-03')];
    const stretches = foldTrail(recordedDays, events) as RecordedDays[];
    expect(stretches.map(datesOf)).toEqual([['2025-01-02', '2025-01-03', '2025-01-06']]);
    expect(foldRows(recordedDays, events)).toEqual(stretches);
  });

  it('begin a new stretch when the last one is long', () => {
    const year = Array.from({ length: 60 }, (_, index) =>
      new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
    );
    const long = year.map((instant) => instant.slice(0, 10));
    const stretches = foldTrail(recordedDays, [
      days(...long),
      days('2024-03-01', '2024-03-04'),
      days('2024-03-05'),
    ]);
    expect(stretches).toMatchObject([{ since: '2024-01-01' }, { since: '2024-03-01' }]);
    expect((stretches as RecordedDays[]).map(datesOf)).toEqual([
      long,
      ['2024-03-01', '2024-03-04', '2024-03-05'],
    ]);
  });

  it('of the market are complete up to the latest session named, as it was told last', () => {
    const market = history('market-us');
    const completed = (date: string, cause: 'failed' | 'no price') =>
      market.event('SessionPricesCompleted.v3', { date, symbols: 1, missing: [{ symbol: 'B', cause }] });
    const events = [
      completed('2026-01-06', 'failed'),
      completed('2026-01-05', 'failed'),
      completed('2026-01-06', 'no price'),
    ];
    expect(foldRows(completedSession, events)).toEqual([
      { market: 'us', date: '2026-01-06', missing: [{ symbol: 'B', cause: 'no price' }] },
    ]);
  });
});
