import type { RecordedEvent } from '@groundswell/platform/event-store';
import { foldJournal } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import type { ConceptChange } from './change.js';
import { conceptDetails } from './detail.js';

const ocean = history('concept-ocean');
const allocation = (allocationId: string, symbol: string, weight: number) =>
  ocean.event('AllocationAdded', {
    allocationId,
    subConceptId: 's1',
    symbol,
    companyName: `${symbol} Inc.`,
    weight,
  });
const beginning = [
  ocean.event('ConceptCreated', { conceptId: 'ocean', name: 'Ocean Energy', description: 'Tides' }),
  ocean.event('SubConceptAdded', { subConceptId: 's1', name: 'Tides', description: 'Twice a day' }),
  allocation('a', 'AAA', 6_000),
  allocation('b', 'BBB', 3_000),
];

const changesOf = (events: readonly RecordedEvent[]) =>
  foldJournal(conceptDetails, events) as (ConceptChange & { readonly position: string })[];
const lastOf = (...events: readonly RecordedEvent[]) => changesOf([...beginning, ...events]).at(-1);

describe('the history of a concept', () => {
  it('begins with its creation', () => {
    const [first] = changesOf(beginning);
    expect(first).toMatchObject({ kind: 'created', concept_id: 'ocean', revision: '0', reason: null });
    expect(first?.lines).toEqual([
      { subject: 'Name', symbol: null, before: null, after: 'Ocean Energy' },
      { subject: 'Description', symbol: null, before: null, after: 'Tides' },
    ]);
  });

  it('says what a name was before, and what it is', () => {
    expect(lastOf(ocean.event('ConceptRenamed', { name: 'Blue Energy' }))).toMatchObject({
      kind: 'renamed',
      concept_name: 'Blue Energy',
      lines: [{ subject: 'Name', symbol: null, before: 'Ocean Energy', after: 'Blue Energy' }],
    });
  });

  it('says which weights a rebalance moved, and leaves out the others', () => {
    const weights = [
      { allocationId: 'a', weight: 6_000 },
      { allocationId: 'b', weight: 4_000 },
    ];
    expect(lastOf(ocean.event('AllocationsRebalanced', { weights }))).toMatchObject({
      kind: 'rebalanced',
      symbols: ['BBB'],
      lines: [{ subject: 'BBB Inc.', symbol: 'BBB', before: '30.00%', after: '40.00%' }],
    });
  });

  it('knows the weight of what was removed', () => {
    expect(lastOf(ocean.event('AllocationRemoved', { allocationId: 'a' }))).toMatchObject({
      kind: 'allocation_removed',
      lines: [{ subject: 'AAA Inc.', symbol: 'AAA', before: '60.00%', after: null }],
    });
  });

  it('carries who, why and when', () => {
    const removed = ocean.event('SubConceptRemoved', { subConceptId: 's1' });
    const metadata = { ...removed.metadata, reason: 'Folded into Waves' };
    expect(lastOf({ ...removed, metadata } as RecordedEvent)).toMatchObject({
      kind: 'sub_concept_removed',
      reason: 'Folded into Waves',
      actor_id: 'somebody',
      actor_role: 'staff',
      occurred_at: removed.metadata.occurredAt,
      lines: [{ subject: 'Sub-concept Tides', symbol: null, before: 'Twice a day', after: null }],
    });
  });
});
