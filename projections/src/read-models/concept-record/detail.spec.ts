import type { RecordedEvent } from '@groundswell/platform/event-store';
import { foldRows, foldTrail } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { conceptDetails } from './detail.js';

const ocean = history('concept-ocean');
const created = ocean.event('ConceptCreated', {
  conceptId: 'ocean',
  name: 'Ocean Energy',
  description: 'Tides and waves',
});
const tides = { subConceptId: 's1', name: 'Tides', description: 'Twice a day' };
const waves = { subConceptId: 's2', name: 'Waves', description: 'All day' };
const orpn = {
  allocationId: 'a1',
  subConceptId: 's1',
  symbol: 'ORPN',
  companyName: 'Ocean Power',
  weight: 2_500,
};

describe('the detail of a concept', () => {
  it('holds sub-concepts and allocations in the order of their adding', () => {
    const rows = foldRows(conceptDetails, [
      created,
      ocean.event('SubConceptAdded', tides),
      ocean.event('SubConceptAdded', waves),
      ocean.event('AllocationAdded', orpn),
    ]);
    expect(rows).toMatchObject([{ id: 'ocean', sub_concepts: [tides, waves], allocations: [orpn] }]);
  });

  it('drops what is removed', () => {
    const rows = foldRows(conceptDetails, [
      created,
      ocean.event('SubConceptAdded', tides),
      ocean.event('SubConceptAdded', waves),
      ocean.event('AllocationAdded', orpn),
      ocean.event('AllocationRemoved', { allocationId: 'a1' }),
      ocean.event('SubConceptRemoved', { subConceptId: 's1' }),
    ]);
    expect(rows).toMatchObject([{ sub_concepts: [waves], allocations: [] }]);
  });

  it('accepts new weights, one or all, and a new image', () => {
    const start = [created, ocean.event('SubConceptAdded', tides), ocean.event('AllocationAdded', orpn)];
    const one = ocean.event('AllocationWeightChanged', { allocationId: 'a1', weight: 4_000 });
    const all = ocean.event('AllocationsRebalanced', {
      weights: [
        { allocationId: 'a1', weight: 5_000 },
        { allocationId: 'unknown', weight: 1 },
      ],
    });
    const image = ocean.event('ConceptImageChanged', { imageUrl: '/uploads/sea.webp' });
    const after = (...events: (typeof one)[]) => foldRows(conceptDetails, [...start, ...events])[0];
    expect(after(one)?.allocations).toEqual([{ ...orpn, weight: 4_000 }]);
    expect(after(one, all)?.allocations).toEqual([{ ...orpn, weight: 5_000 }]);
    expect(after(image)).toMatchObject({
      image_url: '/uploads/sea.webp',
      revision: image.revision.toString(),
    });
  });

  it('remembers what was held at the end of each day, in New York', () => {
    const on = (instant: string, event: RecordedEvent): RecordedEvent => ({
      ...event,
      metadata: { ...event.metadata, occurredAt: instant },
    });
    const weight = (weight: number) => ocean.event('AllocationWeightChanged', { allocationId: 'a1', weight });
    const start = [created, ocean.event('SubConceptAdded', tides)];
    const compositions = (...events: RecordedEvent[]) => foldTrail(conceptDetails, [...start, ...events]);
    const held = (date: string, weight: number) => ({
      concept_id: 'ocean',
      date,
      sectors: [{ name: 'Tides', holdings: [{ symbol: 'ORPN', companyName: 'Ocean Power', weight }] }],
    });
    expect(
      compositions(
        on('2026-03-02T15:00:00Z', ocean.event('AllocationAdded', orpn)),
        on('2026-03-05T15:00:00Z', weight(3_000)),
        // Still the evening of March 5 in New York.
        on('2026-03-06T03:00:00Z', weight(4_000)),
        on('2026-03-06T15:00:00Z', ocean.event('AllocationRemoved', { allocationId: 'a1' })),
      ),
    ).toEqual([
      held('2026-03-02', 2_500),
      held('2026-03-05', 4_000),
      { concept_id: 'ocean', date: '2026-03-06', sectors: [] },
    ]);
    const added = on('2026-03-02T15:00:00Z', ocean.event('AllocationAdded', orpn));
    const late = on('2026-03-01T15:00:00Z', weight(3_000));
    expect(compositions(added, late)).toEqual([held('2026-03-02', 3_000)]);
    expect(compositions()).toEqual([]);
  });

  it('says when it changed last', () => {
    const renamed = ocean.event('ConceptRenamed', { name: 'Blue Energy' });
    expect(foldRows(conceptDetails, [created, renamed])).toMatchObject([
      { name: 'Blue Energy', changed_at: renamed.metadata.occurredAt },
    ]);
  });

  it('is the same when a batch comes twice', () => {
    const batch = [created, ocean.event('SubConceptAdded', tides), ocean.event('AllocationAdded', orpn)];
    expect(foldRows(conceptDetails, [...batch, ...batch])).toEqual(foldRows(conceptDetails, batch));
  });
});
