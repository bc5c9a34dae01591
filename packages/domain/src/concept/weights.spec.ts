import type { ConceptEvent } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import { describe, it } from 'vitest';
import { evolve, initialState } from './concept.js';
import { decide } from './decider.js';

const { given } = deciderSpecification({ decide, evolve, initialState });
const facts = { newId: 'new', asset: { tradable: true } };

const allocation = (allocationId: string, symbol: string, weight: number): ConceptEvent => ({
  type: 'AllocationAdded',
  data: { allocationId, subConceptId: 'tides', symbol, companyName: `${symbol} Inc.`, weight },
});
const ocean: ConceptEvent[] = [
  {
    type: 'ConceptCreated',
    data: { conceptId: 'c', name: 'Ocean Energy', description: 'Tides', imageUrl: '/uploads/a.webp' },
  },
  { type: 'SubConceptAdded', data: { subConceptId: 'tides', name: 'Tides', description: 'Twice a day' } },
  allocation('a', 'AAA', 6_000),
  allocation('b', 'BBB', 3_000),
];
const to = (a: number, b: number) => ({
  type: 'RebalanceAllocations' as const,
  weights: [
    { allocationId: 'a', weight: a },
    { allocationId: 'b', weight: b },
  ],
});

describe('the weight of an allocation', () => {
  it('changes within what the others leave', () => {
    given(ocean)
      .when({ type: 'ChangeAllocationWeight', allocationId: 'a', weight: 7_000 }, facts)
      .then([{ type: 'AllocationWeightChanged', data: { allocationId: 'a', weight: 7_000 } }]);
  });

  it.each([
    ['AllocationSumExceeded', 'a', 7_001],
    ['AllocationNotFound', 'gone', 100],
    ['ConceptUnchanged', 'a', 6_000],
    ['InvalidRequest', 'a', 0],
    ['InvalidRequest', 'a', 10.5],
  ] as const)('is refused as %s for %s at %d', (code, allocationId, weight) => {
    given(ocean).when({ type: 'ChangeAllocationWeight', allocationId, weight }, facts).thenRefused(code);
  });
});

describe('the weight of an allocation that was changed', () => {
  const changed: ConceptEvent = {
    type: 'AllocationWeightChanged',
    data: { allocationId: 'a', weight: 7_000 },
  };
  it('counts afterwards, and the others stay as they were', () => {
    given([...ocean, changed])
      .when({ type: 'ChangeAllocationWeight', allocationId: 'b', weight: 3_001 }, facts)
      .thenRefused('AllocationSumExceeded');
    given([...ocean, changed])
      .when({ type: 'ChangeAllocationWeight', allocationId: 'b', weight: 3_000 }, facts)
      .thenRefused('ConceptUnchanged');
  });
});

describe('a rebalance', () => {
  it('sets all weights in a single event, though some may stay', () => {
    for (const weights of [to(1_000, 9_000), to(6_000, 4_000)])
      given(ocean)
        .when(weights, facts)
        .then([{ type: 'AllocationsRebalanced', data: { weights: weights.weights } }]);
  });

  it('counts afterwards', () => {
    const history = [...ocean, { type: 'AllocationsRebalanced' as const, data: to(1_000, 8_000) }];
    given(history)
      .when({ type: 'ChangeAllocationWeight', allocationId: 'a', weight: 2_000 }, facts)
      .then([{ type: 'AllocationWeightChanged', data: { allocationId: 'a', weight: 2_000 } }]);
    given(history)
      .when({ type: 'ChangeAllocationWeight', allocationId: 'a', weight: 2_001 }, facts)
      .thenRefused('AllocationSumExceeded');
  });

  it('is refused when it forgets an allocation, names one twice, or one that is not there', () => {
    const [a, b] = to(5_000, 5_000).weights;
    const stranger = { allocationId: 'x', weight: 5_000 };
    for (const weights of [[a], [a, a], [a, stranger], [a, b, stranger]]) {
      given(ocean)
        .when({ type: 'RebalanceAllocations', weights: weights.flatMap((each) => each ?? []) }, facts)
        .thenRefused('AllocationsIncomplete');
    }
  });

  it.each([
    ['AllocationSumExceeded', to(5_001, 5_000)],
    ['InvalidRequest', to(10_000, 0)],
    ['ConceptUnchanged', to(6_000, 3_000)],
  ] as const)('is refused as %s', (code, command) => {
    given(ocean).when(command, facts).thenRefused(code);
  });
});

describe('a symbol', () => {
  const add = {
    type: 'AddAllocation',
    subConceptId: 'tides',
    symbol: 'CCC',
    companyName: 'CCC Inc.',
    weight: 100,
  } as const;

  it('must be one that the broker knows', () => {
    given(ocean).when(add, { newId: 'new', asset: undefined }).thenRefused('SymbolUnknown');
  });

  it('must be one that the broker trades', () => {
    given(ocean)
      .when(add, { newId: 'new', asset: { tradable: false } })
      .thenRefused('SymbolNotTradable');
  });
});

describe('the image of a concept', () => {
  it('can be another one', () => {
    given(ocean)
      .when({ type: 'ChangeConceptImage', imageUrl: '/uploads/b.webp' }, facts)
      .then([{ type: 'ConceptImageChanged', data: { imageUrl: '/uploads/b.webp' } }]);
  });

  it('is refused when it is the same', () => {
    given(ocean)
      .when({ type: 'ChangeConceptImage', imageUrl: '/uploads/a.webp' }, facts)
      .thenRefused('ConceptUnchanged');
  });
});
