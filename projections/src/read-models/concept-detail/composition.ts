import type { ConceptEvent } from '@groundswell/contracts';
import type { Allocation } from '../../concept/allocations.js';
import { newYorkHourOf } from '../../new-york/hour.js';

export type SubConcept = Extract<ConceptEvent, { type: 'SubConceptAdded' }>['data'];

/** One sector of a composition: a sub-concept that holds something. */
export interface Sector {
  readonly name: string;
  readonly holdings: readonly Pick<Allocation, 'symbol' | 'companyName' | 'weight'>[];
}

/** Sub-concepts in the order of their adding, with what each holds; empty ones are left out. */
export const sectorsOf = (
  subConcepts: readonly SubConcept[],
  allocations: readonly Allocation[],
): readonly Sector[] =>
  subConcepts.flatMap(({ subConceptId, name }) => {
    const holdings = allocations
      .filter((held) => held.subConceptId === subConceptId)
      .map(({ symbol, companyName, weight }) => ({ symbol, companyName, weight }));
    return holdings.length > 0 ? [{ name, holdings }] : [];
  });

/** The calendar day of an instant where the market is. */
export const newYorkDateOf = (instant: string | Date): string => newYorkHourOf(instant).date;
