import { type ConceptEvent, isRefusal, mostAllocations, wholeWeight } from '@groundswell/contracts';
import { deciderSpecification } from '@groundswell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConceptCommand } from './commands.js';
import { type Concept, evolve, initialState } from './concept.js';
import { decide } from './decider.js';

const { given } = deciderSpecification({ decide, evolve, initialState });
const facts = { newId: 'new', asset: { tradable: true } };

const created: ConceptEvent = {
  type: 'ConceptCreated',
  data: { conceptId: 'c', name: 'Ocean Energy', description: 'Power from tides and waves.' },
};
const subConcept = (subConceptId: string, name: string): ConceptEvent => ({
  type: 'SubConceptAdded',
  data: { subConceptId, name, description: '-' },
});
const tidal = subConcept('tidal', 'Tidal');
const allocation = (allocationId: string, symbol: string, weight: number): ConceptEvent => ({
  type: 'AllocationAdded',
  data: { allocationId, subConceptId: 'tidal', symbol, companyName: `${symbol} Inc.`, weight },
});
const add = (symbol: string, weight: number): ConceptCommand => ({
  type: 'AddAllocation',
  subConceptId: 'tidal',
  symbol,
  companyName: `${symbol} Inc.`,
  weight,
});

describe('creating a concept', () => {
  const command = { type: 'CreateConcept', name: 'Ocean Energy', description: 'Power from tides.' } as const;

  it('records its name and description', () => {
    given([])
      .when(command, facts)
      .then([
        {
          type: 'ConceptCreated',
          data: { conceptId: 'new', name: 'Ocean Energy', description: 'Power from tides.' },
        },
      ]);
  });

  it('records an image only when there is one', () => {
    given([])
      .when({ ...command, imageUrl: '/uploads/sea.jpg' }, facts)
      .then([
        {
          type: 'ConceptCreated',
          data: {
            conceptId: 'new',
            name: 'Ocean Energy',
            description: 'Power from tides.',
            imageUrl: '/uploads/sea.jpg',
          },
        },
      ]);
  });

  it('happens once', () => {
    given([created]).when(command, facts).thenRefused('RevisionConflict');
  });
});

describe('a concept that does not exist', () => {
  it.each<ConceptCommand>([
    { type: 'RenameConcept', name: 'x' },
    { type: 'DescribeConcept', description: 'x' },
    { type: 'AddSubConcept', name: 'x', description: 'x' },
    { type: 'RemoveSubConcept', subConceptId: 'x' },
    add('AAPL', 1),
    { type: 'RemoveAllocation', allocationId: 'x' },
  ])('refuses $type', (command) => {
    given([]).when(command, facts).thenRefused('ConceptNotFound');
  });
});

describe('renaming and describing', () => {
  it('records the new name', () => {
    given([created])
      .when({ type: 'RenameConcept', name: 'Blue Energy' }, facts)
      .then([{ type: 'ConceptRenamed', data: { name: 'Blue Energy' } }]);
  });

  it('allows a change of upper and lower case only', () => {
    given([created])
      .when({ type: 'RenameConcept', name: 'OCEAN ENERGY' }, facts)
      .then([{ type: 'ConceptRenamed', data: { name: 'OCEAN ENERGY' } }]);
  });

  it('refuses its current name, and accepts an earlier one', () => {
    const renamed: ConceptEvent = { type: 'ConceptRenamed', data: { name: 'Blue Energy' } };
    given([created, renamed])
      .when({ type: 'RenameConcept', name: 'Blue Energy' }, facts)
      .thenRefused('ConceptUnchanged');
    given([created, renamed])
      .when({ type: 'RenameConcept', name: 'Ocean Energy' }, facts)
      .then([{ type: 'ConceptRenamed', data: { name: 'Ocean Energy' } }]);
  });

  it('records the new description, and refuses the current one', () => {
    given([created])
      .when({ type: 'DescribeConcept', description: 'New.' }, facts)
      .then([{ type: 'ConceptDescribed', data: { description: 'New.' } }]);
    given([created, { type: 'ConceptDescribed', data: { description: 'New.' } }])
      .when({ type: 'DescribeConcept', description: 'New.' }, facts)
      .thenRefused('ConceptUnchanged');
  });
});

describe('sub-concepts', () => {
  it('are added', () => {
    given([created])
      .when({ type: 'AddSubConcept', name: 'Tidal', description: 'Turbines.' }, facts)
      .then([
        { type: 'SubConceptAdded', data: { subConceptId: 'new', name: 'Tidal', description: 'Turbines.' } },
      ]);
  });

  it.each(['Tidal', 'tidal', ' TIDAL  ', 'Ｔidal'])('have one name each: "%s" is taken', (name) => {
    given([created, tidal])
      .when({ type: 'AddSubConcept', name, description: '-' }, facts)
      .thenRefused('SubConceptNameTaken');
  });

  it('give their name back when they are removed', () => {
    given([created, tidal, { type: 'SubConceptRemoved', data: { subConceptId: 'tidal' } }])
      .when({ type: 'AddSubConcept', name: 'Tidal', description: '-' }, facts)
      .then([{ type: 'SubConceptAdded', data: { subConceptId: 'new', name: 'Tidal', description: '-' } }]);
  });

  it('are removed when nothing is allocated to them', () => {
    const remove = { type: 'RemoveSubConcept', subConceptId: 'tidal' } as const;
    const wave = subConcept('wave', 'Wave');
    given([created, tidal])
      .when(remove, facts)
      .then([{ type: 'SubConceptRemoved', data: { subConceptId: 'tidal' } }]);
    given([created, tidal, wave, allocation('a', 'AAPL', 1)])
      .when(remove, facts)
      .thenRefused('SubConceptInUse');
    given([
      created,
      tidal,
      allocation('a', 'AAPL', 1),
      { type: 'AllocationRemoved', data: { allocationId: 'a' } },
    ])
      .when(remove, facts)
      .then([{ type: 'SubConceptRemoved', data: { subConceptId: 'tidal' } }]);
  });

  it('cannot be removed twice', () => {
    given([created])
      .when({ type: 'RemoveSubConcept', subConceptId: 'tidal' }, facts)
      .thenRefused('SubConceptNotFound');
  });
});

describe('allocations', () => {
  it('are added to a sub-concept', () => {
    given([created, tidal])
      .when(add('AAPL', 1_250), facts)
      .then([
        {
          type: 'AllocationAdded',
          data: {
            allocationId: 'new',
            subConceptId: 'tidal',
            symbol: 'AAPL',
            companyName: 'AAPL Inc.',
            weight: 1_250,
          },
        },
      ]);
  });

  it.each([0, -1, 0.5, 10_001, Number.NaN])('have a weight within bounds: %s is refused', (weight) => {
    given([created, tidal]).when(add('AAPL', weight), facts).thenRefused('InvalidRequest');
  });

  it('need a sub-concept that exists', () => {
    given([created]).when(add('AAPL', 1), facts).thenRefused('SubConceptNotFound');
  });

  it('hold a symbol once per concept, until it is removed', () => {
    const history = [created, tidal, allocation('a', 'AAPL', 100)];
    given(history).when(add('AAPL', 100), facts).thenRefused('AllocationSymbolTaken');
    given([...history, { type: 'AllocationRemoved', data: { allocationId: 'a' } }])
      .when(add('AAPL', 100), facts)
      .then([allocation('new', 'AAPL', 100)]);
  });

  it('are no more than a rebalance can set', () => {
    const all = Array.from({ length: mostAllocations }, (_, at) => allocation(`${at}`, `S${at}`, 1));
    given([created, tidal, ...all])
      .when(add('AAPL', 1), facts)
      .thenRefused('TooManyAllocations');
    given([created, tidal, ...all.slice(1)])
      .when(add('AAPL', 1), facts)
      .then([allocation('new', 'AAPL', 1)]);
  });

  it('may be all of a concept', () => {
    given([created, tidal])
      .when(add('AAPL', wholeWeight), facts)
      .then([allocation('new', 'AAPL', wholeWeight)]);
  });

  it('may fill a concept to exactly 100%, and not a hundredth of a percent more', () => {
    const history = [created, tidal, allocation('a', 'AAPL', 9_999)];
    given(history)
      .when(add('MSFT', 1), facts)
      .then([allocation('new', 'MSFT', 1)]);
    given(history).when(add('MSFT', 2), facts).thenRefused('AllocationSumExceeded');
    expect(
      decide(add('MSFT', 2), history.reduce<Concept | undefined>(evolve, initialState), facts),
    ).toMatchObject({
      message: 'A trend’s allocations can’t add up to more than 100%. 0.01% is left.',
    });
  });

  it('are removed once', () => {
    const remove = { type: 'RemoveAllocation', allocationId: 'a' } as const;
    given([created, tidal, allocation('a', 'AAPL', 1)])
      .when(remove, facts)
      .then([{ type: 'AllocationRemoved', data: { allocationId: 'a' } }]);
    given([created, tidal]).when(remove, facts).thenRefused('AllocationNotFound');
  });
});

describe('whatever staff do', () => {
  const symbols = ['AAPL', 'MSFT', 'NVDA', 'BTC/USD', 'TSLA'];
  const subConcepts = ['s0', 's1', 's2'];
  const commands = fc.oneof(
    fc.record({
      type: fc.constant('AddAllocation' as const),
      subConceptId: fc.constantFrom(...subConcepts),
      symbol: fc.constantFrom(...symbols),
      companyName: fc.constant('-'),
      weight: fc.integer({ min: -10, max: 10_010 }),
    }),
    fc.record({
      type: fc.constant('RemoveAllocation' as const),
      allocationId: fc.integer({ min: 0, max: 40 }).map(String),
    }),
    fc.record({
      type: fc.constant('AddSubConcept' as const),
      name: fc.constantFrom('One', 'Two', 'one'),
      description: fc.constant('-'),
    }),
    fc.record({
      type: fc.constant('RemoveSubConcept' as const),
      subConceptId: fc.constantFrom(...subConcepts, '3', '5', '8'),
    }),
  );

  it('the sum never exceeds 100%, no symbol is held twice, and no allocation loses its sub-concept', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 40 }), (asked) => {
        const start = [created, ...subConcepts.map((id) => subConcept(id, id))].reduce<Concept | undefined>(
          evolve,
          initialState,
        );
        const end = asked.reduce((concept, command, turn) => {
          const outcome = decide(command, concept, { newId: String(turn) });
          return isRefusal(outcome) ? concept : outcome.reduce<Concept | undefined>(evolve, concept);
        }, start);
        const [held, parts] = [end?.allocations ?? [], end?.sub_concepts ?? []];
        const sum = held.reduce((total, { weight }) => total + weight, 0);
        expect(sum).toBeLessThanOrEqual(wholeWeight);
        expect(new Set(held.map(({ symbol }) => symbol)).size).toBe(held.length);
        expect(
          held.every(
            ({ subConceptId: id, weight }) => parts.some((part) => part.subConceptId === id) && weight > 0,
          ),
        ).toBe(true);
        const names = parts.map(({ name }) => name.toLowerCase());
        expect(new Set(names).size).toBe(names.length);
      }),
      { numRuns: 500 },
    );
  });
});
