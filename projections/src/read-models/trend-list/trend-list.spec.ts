import { foldRows } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { cards } from './trend-list.js';

const ocean = history('concept-ocean');
const created = ocean.event('ConceptCreated', {
  conceptId: 'ocean',
  name: 'Ocean Energy',
  description: 'Tides and waves',
});
const allocated = ocean.event('AllocationAdded', {
  allocationId: 'a1',
  subConceptId: 's1',
  symbol: 'ORPN',
  companyName: 'Ocean Power',
  weight: 2_500,
});

describe('a card', () => {
  it('appears when a concept is created', () => {
    expect(foldRows(cards, [created])).toEqual([
      {
        id: 'ocean',
        name: 'Ocean Energy',
        description: 'Tides and waves',
        image_url: null,
        holdings: [],
        created_at: created.metadata.occurredAt,
        changed_at: created.metadata.occurredAt,
      },
    ]);
  });

  it('takes new names and descriptions, and says when it changed', () => {
    const renamed = ocean.event('ConceptRenamed', { name: 'Blue Energy' });
    const described = ocean.event('ConceptDescribed', { description: 'All at sea' });
    expect(foldRows(cards, [created, renamed, described])).toMatchObject([
      {
        name: 'Blue Energy',
        description: 'All at sea',
        created_at: created.metadata.occurredAt,
        changed_at: described.metadata.occurredAt,
      },
    ]);
  });

  it('names company and ticker for as long as the concept holds them', () => {
    const removed = ocean.event('AllocationRemoved', { allocationId: 'a1' });
    const holding = { allocationId: 'a1', text: 'Ocean Power ORPN' };
    expect(foldRows(cards, [created, allocated])[0]?.holdings).toEqual([holding]);
    expect(foldRows(cards, [created, allocated, removed])[0]?.holdings).toEqual([]);
  });

  it('counts new weights and a new image as changes', () => {
    const changes = [
      ocean.event('AllocationWeightChanged', { allocationId: 'a1', weight: 3_000 }),
      ocean.event('AllocationsRebalanced', { weights: [{ allocationId: 'a1', weight: 100 }] }),
      ocean.event('ConceptImageChanged', { imageUrl: '/uploads/sea.webp' }),
    ];
    for (const change of changes) {
      expect(foldRows(cards, [created, allocated, change])[0]?.changed_at).toBe(change.metadata.occurredAt);
    }
    expect(foldRows(cards, [created, ...changes])[0]?.image_url).toBe('/uploads/sea.webp');
  });

  it('keeps to its own concept', () => {
    const other = history('concept-space').event('ConceptCreated', {
      conceptId: 'space',
      name: 'Space',
      description: 'Up',
      imageUrl: 'https://img.test/space.png',
    });
    expect(foldRows(cards, [created, other]).map(({ id, image_url }) => [id, image_url])).toEqual([
      ['ocean', null],
      ['space', 'https://img.test/space.png'],
    ]);
  });

  it('is the same when a batch comes twice', () => {
    expect(foldRows(cards, [created, allocated, created, allocated])).toEqual(
      foldRows(cards, [created, allocated]),
    );
  });

  it('does not come from a history whose beginning is gone', () => {
    expect(foldRows(cards, [allocated])).toEqual([]);
  });
});
