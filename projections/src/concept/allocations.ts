import type { AnyEvent, ConceptEvent } from '@groundswell/contracts';

export type Allocation = Extract<ConceptEvent, { type: 'AllocationAdded' }>['data'];
type Weight = Pick<Allocation, 'allocationId' | 'weight'>;

/**
 * What a concept holds after an event, in the order of adding; the very same list when the event is about something else.
 * @param keep what is remembered of an allocation
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

/** The day of a change: one that is recorded late never reaches back behind what was recorded before it. */
export const dayOfChange = (last: string | null, day: string): string =>
  last !== null && last > day ? last : day;
