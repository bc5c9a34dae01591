import type { ConceptEvent } from '@groundswell/contracts';
import { expect, it } from 'vitest';
import { tellChange } from './change-story.js';
import { type Concept, evolve } from './concept.js';

const text = (subject: string, before: string | null, after: string | null) => ({
  ...{ subject, symbol: null, before, after },
});
const weight = (company: string, before: string | null, after: string | null) => ({
  ...{ subject: `${company} Inc.`, symbol: company, before, after },
});
const allocation = (symbol: string, weight: number): ConceptEvent => ({
  type: 'AllocationAdded',
  data: { allocationId: symbol, subConceptId: 'tidal', symbol, companyName: `${symbol} Inc.`, weight },
});

/** Each event, in the order of the log, and what is told of it. */
const story: readonly (readonly [ConceptEvent, string, readonly object[]])[] = [
  [
    { type: 'ConceptCreated', data: { conceptId: 'c', name: 'Ocean', description: 'Tides.' } },
    'created',
    [text('Name', null, 'Ocean'), text('Description', null, 'Tides.')],
  ],
  [{ type: 'ConceptRenamed', data: { name: 'Sea' } }, 'renamed', [text('Name', 'Ocean', 'Sea')]],
  [
    { type: 'ConceptDescribed', data: { description: 'Waves.' } },
    'described',
    [text('Description', 'Tides.', 'Waves.')],
  ],
  [
    { type: 'ConceptImageChanged', data: { imageUrl: '/uploads/a.webp' } },
    'image_changed',
    [text('Image', null, '/uploads/a.webp')],
  ],
  [
    { type: 'ConceptImageChanged', data: { imageUrl: '/uploads/b.webp' } },
    'image_changed',
    [text('Image', '/uploads/a.webp', '/uploads/b.webp')],
  ],
  [
    { type: 'SubConceptAdded', data: { subConceptId: 'tidal', name: 'Tidal', description: 'Turbines.' } },
    'sub_concept_added',
    [text('Sub-concept Tidal', null, 'Turbines.')],
  ],
  [allocation('AAA', 6_000), 'allocation_added', [weight('AAA', null, '60.00%')]],
  [allocation('BBB', 2_550), 'allocation_added', [weight('BBB', null, '25.50%')]],
  [
    { type: 'AllocationWeightChanged', data: { allocationId: 'AAA', weight: 5_000 } },
    'allocation_changed',
    [weight('AAA', '60.00%', '50.00%')],
  ],
  [
    {
      type: 'AllocationsRebalanced',
      data: {
        weights: [
          { allocationId: 'AAA', weight: 5_000 },
          { allocationId: 'BBB', weight: 5_000 },
        ],
      },
    },
    'rebalanced',
    [weight('BBB', '25.50%', '50.00%')],
  ],
  [
    { type: 'AllocationRemoved', data: { allocationId: 'AAA' } },
    'allocation_removed',
    [weight('AAA', '50.00%', null)],
  ],
  [
    { type: 'AllocationRemoved', data: { allocationId: 'BBB' } },
    'allocation_removed',
    [weight('BBB', '50.00%', null)],
  ],
  [
    { type: 'SubConceptRemoved', data: { subConceptId: 'tidal' } },
    'sub_concept_removed',
    [text('Sub-concept Tidal', 'Turbines.', null)],
  ],
];

it('each change of a trend is told with what was there before and after', () => {
  let before: Concept | undefined;
  for (const [event, kind, lines] of story) {
    const after = evolve(before, event);
    if (!after) throw new Error('there is no trend');
    expect(tellChange(event, before, after)).toEqual({ kind, lines });
    before = after;
  }
});
