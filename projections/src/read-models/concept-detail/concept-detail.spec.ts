import { foldRows } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { history } from '../../specification/history.js';
import { conceptDetails } from './concept-detail.js';

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

  it('lets go of what is removed', () => {
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
