import { type conceptCalls, joinId, percentOf, type ResponseOf } from '@groundswell/contracts';
import type { conceptDetail, trendList } from '@groundswell/projections';

type Card = Awaited<ReturnType<typeof trendList.queries.all>>[number];
type Concept = NonNullable<Awaited<ReturnType<typeof conceptDetail.queries.byId>>>;

/** The cards of the list of trends. Performance is null while there is no history to tell it from. */
export const toList = (cards: readonly Card[]): ResponseOf<typeof conceptCalls.getConcepts> => ({
  concepts: cards.map((card) => ({ ...card, performance: null })),
});

export const toDetails = ({
  id,
  name,
  description,
}: Concept): ResponseOf<typeof conceptCalls.getConceptDetails> => ({ id, name, description });

/** One trend with what it holds, by sub-concept: the sectors of the composition. Empty ones are left out. */
export const toConcept = (concept: Concept): ResponseOf<typeof conceptCalls.getConcept> => {
  const { id, name, description, image_url, sub_concepts, allocations } = concept;
  const sectors = sub_concepts.flatMap((sector) => {
    const held = allocations.filter(({ subConceptId }) => subConceptId === sector.subConceptId);
    const entries = held.map(({ companyName, weight }) => ({
      text: companyName,
      allocation_percentage: percentOf(weight),
    }));
    return entries.length > 0 ? [[sector.name, entries] as const] : [];
  });
  return {
    concept: { id, name, description, image_url, performance: null },
    growth_list: [],
    concept_composition: Object.fromEntries(sectors),
  };
};

/** What the editors of a trend see. At the edge, ids name the concept too. */
export const toAllocations = (concept: Concept): ResponseOf<typeof conceptCalls.getConceptAllocations> => {
  const nameOf = new Map(concept.sub_concepts.map(({ subConceptId, name }) => [subConceptId, name]));
  return {
    concept: toDetails(concept),
    sub_concepts: concept.sub_concepts.map(({ subConceptId, name, description }) => ({
      id: joinId(concept.id, subConceptId),
      name,
      description,
    })),
    stock_allocations: concept.allocations.map(
      ({ allocationId, subConceptId, companyName, symbol, weight }) => ({
        id: joinId(concept.id, allocationId),
        sub_concept: { id: joinId(concept.id, subConceptId), name: nameOf.get(subConceptId) ?? '' },
        company_name: companyName,
        stock_symbol: symbol,
        percent_allocation: percentOf(weight),
      }),
    ),
  };
};
