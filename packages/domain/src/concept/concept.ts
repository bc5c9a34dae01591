import type { AnyEvent, ConceptEvent } from '@groundswell/contracts';

type DataOf<Type extends ConceptEvent['type']> = Extract<ConceptEvent, { type: Type }>['data'];

export type Allocation = DataOf<'AllocationAdded'>;
export type SubConcept = DataOf<'SubConceptAdded'>;
type Weight = Pick<Allocation, 'allocationId' | 'weight'>;

/** A concept's contents. Sub-concepts and allocations are in the order they were added. */
export interface Concept {
  readonly name: string;
  readonly description: string;
  readonly image_url: string | null;
  readonly sub_concepts: readonly SubConcept[];
  readonly allocations: readonly Allocation[];
}

/**
 * A concept's allocations after an event, in the order they were added; the same list when the event does not
 * concern them.
 * @param keep maps an allocation to what the caller stores
 */
export const allocationsAfter = <Kept extends Weight>(
  held: readonly Kept[],
  event: AnyEvent,
  keep: (allocation: Allocation) => Kept,
): readonly Kept[] => {
  switch (event.type) {
    case 'AllocationAdded':
      return [...held, keep(event.data)];
    case 'AllocationRemoved':
      return held.filter(({ allocationId }) => allocationId !== event.data.allocationId);
    case 'AllocationWeightChanged':
      return reweighted(held, [event.data]);
    case 'AllocationsRebalanced':
      return reweighted(held, event.data.weights);
    default:
      return held;
  }
};

const reweighted = <Kept extends Weight>(
  held: readonly Kept[],
  weights: readonly Weight[],
): readonly Kept[] => {
  const weightOf = new Map(weights.map(({ allocationId, weight }) => [allocationId, weight]));
  return held.map((allocation) => {
    const weight = weightOf.get(allocation.allocationId);
    return weight === undefined ? allocation : { ...allocation, weight };
  });
};

export const createdConcept = ({ name, description, imageUrl }: DataOf<'ConceptCreated'>): Concept => ({
  name,
  description,
  image_url: imageUrl ?? null,
  sub_concepts: [],
  allocations: [],
});

/** What an event changes in a concept. Undefined if it changes nothing. */
export const changeBy = (event: AnyEvent, concept: Concept): Partial<Concept> | undefined => {
  const { allocations, sub_concepts } = concept;
  switch (event.type) {
    case 'ConceptRenamed':
      return { name: event.data.name };
    case 'ConceptDescribed':
      return { description: event.data.description };
    case 'ConceptImageChanged':
      return { image_url: event.data.imageUrl };
    case 'SubConceptAdded':
      return { sub_concepts: [...sub_concepts, event.data] };
    case 'SubConceptRemoved': {
      const { subConceptId } = event.data;
      return { sub_concepts: sub_concepts.filter((sub) => sub.subConceptId !== subConceptId) };
    }
    default: {
      const after = allocationsAfter(allocations, event, (allocation) => allocation);
      return after === allocations ? undefined : { allocations: after };
    }
  }
};

export const initialState: Concept | undefined = undefined;

/** The concept after an event. Undefined if no concept was created. */
export const evolve = (concept: Concept | undefined, event: AnyEvent): Concept | undefined => {
  if (event.type === 'ConceptCreated') return createdConcept(event.data);
  const change = concept && changeBy(event, concept);
  return change ? { ...concept, ...change } : concept;
};
