import { newYorkHourOf } from '@groundswell/domain/calendar';
import type { Allocation, Concept, SubConcept } from '@groundswell/domain/concept';
import type { Trail } from '@groundswell/platform/read-store';

/** One sector of a composition: a sub-concept with holdings. */
export interface Sector {
  readonly name: string;
  readonly holdings: readonly Pick<Allocation, 'symbol' | 'companyName' | 'weight'>[];
}

/** Sub-concepts in the order they were added, with their holdings; empty ones are left out. */
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

/** The calendar day of an instant in New York. */
export const newYorkDateOf = (instant: string | Date): string => newYorkHourOf(instant).date;

/** Holdings of a concept at the end of a day, valid until the next entry. */
export interface Composition {
  readonly concept_id: string;
  /** Calendar day in New York. */
  readonly date: string;
  readonly sectors: readonly Sector[];
}

interface Composed extends Concept {
  readonly id: string;
  readonly composed_on: string | null;
}

export const compositions: Trail<Composed, Composition> = {
  name: 'concept_composition',
  key: ['concept_id', 'date'],
  columns: { concept_id: 'text', date: 'text', sectors: 'jsonb' },
  at: ({ composed_on }) => composed_on,
  entryOf: ({ id, composed_on, sub_concepts, allocations }) => ({
    concept_id: id,
    date: composed_on ?? '',
    sectors: sectorsOf(sub_concepts, allocations),
  }),
};
