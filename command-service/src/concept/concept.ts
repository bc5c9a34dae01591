import type { ConceptEvent } from '@groundswell/contracts';

interface Allocation {
  readonly subConceptId: string;
  readonly symbol: string;
  readonly weight: number;
}

/** What the rules of a concept need to know of its past. */
export interface Concept {
  readonly exists: boolean;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string | undefined;
  /** Sub-concept id to name. */
  readonly subConcepts: ReadonlyMap<string, string>;
  readonly allocations: ReadonlyMap<string, Allocation>;
}

export const initialState: Concept = {
  exists: false,
  name: '',
  description: '',
  imageUrl: undefined,
  subConcepts: new Map(),
  allocations: new Map(),
};

/** Names that differ in letters' size or in spaces alone would look like one to people. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** What two names have in common that count as one. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Basis points that all allocations of a concept have in sum. */
export const allocated = ({ allocations }: Concept): number =>
  [...allocations.values()].reduce((sum, { weight }) => sum + weight, 0);

const withEntry = <Value>(
  entries: ReadonlyMap<string, Value>,
  key: string,
  value: Value,
): ReadonlyMap<string, Value> => new Map(entries).set(key, value);

const without = <Value>(entries: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> =>
  new Map([...entries].filter(([each]) => each !== key));

const reweighed = (
  allocations: Concept['allocations'],
  weights: readonly { readonly allocationId: string; readonly weight: number }[],
): Concept['allocations'] => {
  const next = new Map(allocations);
  for (const { allocationId, weight } of weights) {
    const allocation = next.get(allocationId);
    if (allocation) next.set(allocationId, { ...allocation, weight });
  }
  return next;
};

export const evolve = (concept: Concept, event: ConceptEvent): Concept => {
  switch (event.type) {
    case 'ConceptCreated':
      return {
        ...concept,
        exists: true,
        name: event.data.name,
        description: event.data.description,
        imageUrl: event.data.imageUrl,
      };
    case 'ConceptRenamed':
      return { ...concept, name: event.data.name };
    case 'ConceptDescribed':
      return { ...concept, description: event.data.description };
    case 'SubConceptAdded':
      return {
        ...concept,
        subConcepts: withEntry(concept.subConcepts, event.data.subConceptId, event.data.name),
      };
    case 'SubConceptRemoved':
      return { ...concept, subConcepts: without(concept.subConcepts, event.data.subConceptId) };
    case 'AllocationAdded': {
      const { allocationId, subConceptId, symbol, weight } = event.data;
      const allocation = { subConceptId, symbol, weight };
      return { ...concept, allocations: withEntry(concept.allocations, allocationId, allocation) };
    }
    case 'AllocationRemoved':
      return { ...concept, allocations: without(concept.allocations, event.data.allocationId) };
    case 'AllocationWeightChanged':
      return { ...concept, allocations: reweighed(concept.allocations, [event.data]) };
    case 'AllocationsRebalanced':
      return { ...concept, allocations: reweighed(concept.allocations, event.data.weights) };
    case 'ConceptImageChanged':
      return { ...concept, imageUrl: event.data.imageUrl };
  }
};
