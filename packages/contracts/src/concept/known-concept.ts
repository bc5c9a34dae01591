import type { AnyEvent } from '../catalogue.js';

interface KnownAllocation {
  readonly subConceptId: string;
  readonly companyName: string;
  readonly symbol: string;
  readonly weight: number;
}

/** What must be known of a concept to say what a change did to it. */
export interface KnownConcept {
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string | null;
  readonly subConcepts: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
  readonly allocations: Readonly<Record<string, KnownAllocation>>;
}

const without = <Value>(entries: Readonly<Record<string, Value>>, key: string): Record<string, Value> => {
  const { [key]: _gone, ...others } = entries;
  return others;
};

const reweighted = (
  allocations: KnownConcept['allocations'],
  weights: readonly { readonly allocationId: string; readonly weight: number }[],
): KnownConcept['allocations'] => {
  const next = { ...allocations };
  for (const { allocationId, weight } of weights) {
    const allocation = next[allocationId];
    if (allocation) next[allocationId] = { ...allocation, weight };
  }
  return next;
};

const changed = (concept: KnownConcept, event: AnyEvent): KnownConcept => {
  switch (event.type) {
    case 'ConceptRenamed':
      return { ...concept, name: event.data.name };
    case 'ConceptDescribed':
      return { ...concept, description: event.data.description };
    case 'ConceptImageChanged':
      return { ...concept, imageUrl: event.data.imageUrl };
    case 'SubConceptAdded': {
      const { subConceptId, name, description } = event.data;
      return { ...concept, subConcepts: { ...concept.subConcepts, [subConceptId]: { name, description } } };
    }
    case 'SubConceptRemoved':
      return { ...concept, subConcepts: without(concept.subConcepts, event.data.subConceptId) };
    case 'AllocationAdded': {
      const { allocationId, ...allocation } = event.data;
      return { ...concept, allocations: { ...concept.allocations, [allocationId]: allocation } };
    }
    case 'AllocationRemoved':
      return { ...concept, allocations: without(concept.allocations, event.data.allocationId) };
    case 'AllocationWeightChanged':
      return { ...concept, allocations: reweighted(concept.allocations, [event.data]) };
    case 'AllocationsRebalanced':
      return { ...concept, allocations: reweighted(concept.allocations, event.data.weights) };
    default:
      return concept;
  }
};

/** The concept after an event; undefined for what no concept was created for. */
export const knownAfter = (concept: KnownConcept | undefined, event: AnyEvent): KnownConcept | undefined => {
  if (event.type === 'ConceptCreated') {
    const { name, description, imageUrl } = event.data;
    return { name, description, imageUrl: imageUrl ?? null, subConcepts: {}, allocations: {} };
  }
  return concept && changed(concept, event);
};
