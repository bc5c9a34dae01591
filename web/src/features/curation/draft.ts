import { wholeWeight } from '@groundswell/contracts';
import type { ResponseFor } from '../../api/endpoints.js';
import { type Row, sumOf, weightOf } from './weights.js';

export type Allocation = ResponseFor<'getConceptAllocations'>['stock_allocations'][number];

/** A line being edited: its typed weight, and whether it stays fixed while the others are fitted. */
export interface Draft {
  readonly allocation: Allocation;
  readonly text: string;
  readonly locked: boolean;
}

export const draftOf = (allocation: Allocation): Draft => ({
  allocation,
  text: allocation.percent_allocation.toFixed(2),
  locked: false,
});

/** The typed weights on the present allocations: each line shows the weight it would replace. */
export const draftsUpon = (drafts: readonly Draft[], allocations: readonly Allocation[]): Draft[] =>
  allocations.map((allocation) => {
    const typed = drafts.find((draft) => draft.allocation.id === allocation.id);
    return typed ? { ...typed, allocation } : draftOf(allocation);
  });

type Weight = Pick<Allocation, 'id' | 'percent_allocation'>;

/** Whether two readings of a trend's allocations have the same weights. */
export const isSame = (one: readonly Weight[], other: readonly Weight[]): boolean =>
  one.length === other.length &&
  one.every(({ id, percent_allocation }) =>
    other.some((held) => held.id === id && held.percent_allocation === percent_allocation),
  );

export const rowOf = ({ text, locked }: Draft): Row => ({ weight: weightOf(text) ?? 0, locked });

/** The requested weights, in the form they will have once they are set. */
export const askedOf = (drafts: readonly Draft[]): Weight[] =>
  drafts.map((draft) => ({ id: draft.allocation.id, percent_allocation: rowOf(draft).weight / 100 }));

/** What is typed and is no weight. */
const unreadableIn = (drafts: readonly Draft[]): string | undefined => {
  const wrong = drafts.find(({ text }) => weightOf(text) === undefined);
  return (
    wrong &&
    `Enter a percentage above 0 and up to 100, with at most two decimals, for ${wrong.allocation.company_name}.`
  );
};

/** Why the weights cannot be arranged to add up to 100%, where they cannot. */
export const faultInArranging = (drafts: readonly Draft[]): string =>
  unreadableIn(drafts) ?? 'The locked weights leave nothing to distribute. Unlock at least one.';

/** Why the weights cannot be saved; undefined when they can. */
export const faultIn = (drafts: readonly Draft[]): string | undefined => {
  const unreadable = unreadableIn(drafts);
  if (unreadable) return unreadable;
  if (sumOf(drafts.map((draft) => rowOf(draft).weight)) > wholeWeight)
    return 'A trend’s allocations can’t add up to more than 100%.';
  return undefined;
};
