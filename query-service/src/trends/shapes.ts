import {
  type conceptCalls,
  joinId,
  percentOf,
  type Refusal,
  type ResponseOf,
  refuse,
} from '@groundswell/contracts';
import {
  type ConceptGrowth,
  type GrowthSummary,
  newYorkDateOf,
  type Sector,
  type StoredConcept,
  sectorsOf,
  type trendList,
} from '@groundswell/projections';
import { differencesOf, toComposition } from './composition.js';

type Card = Awaited<ReturnType<typeof trendList.queries.all>>[number];

/** Decimal text as the contract's number; null without history. */
const numberOf = (decimal: string | null | undefined): number | null =>
  decimal === null || decimal === undefined ? null : Number(decimal);

/** A return always comes with how it was computed. */
const toPerformance = (summary: GrowthSummary | undefined) => ({
  performance: numberOf(summary?.performance),
  provenance: summary?.provenance ?? null,
});

/** The cards in the list of trends. */
export const toList = (
  cards: readonly Card[],
  summaries: readonly GrowthSummary[],
): ResponseOf<typeof conceptCalls.getConcepts> => {
  const summaryOf = new Map(summaries.map((summary) => [summary.id, summary]));
  return {
    concepts: cards.map(({ id, name, description, image_url, holdings, created_at, changed_at }) => ({
      id,
      name,
      description,
      image_url,
      ...toPerformance(summaryOf.get(id)),
      tracked_since: summaryOf.get(id)?.tracked_since ?? null,
      holdings: holdings.map(({ text }) => text),
      created_at: created_at.toISOString(),
      changed_at: changed_at.toISOString(),
    })),
  };
};

export const toDetails = ({
  id,
  name,
  description,
}: StoredConcept): ResponseOf<typeof conceptCalls.getConceptDetails> => ({ id, name, description });

/** One trend with its growth and its holdings by sub-concept: today, or at the end of a day. */
export const toConcept = (
  concept: StoredConcept,
  growth: ConceptGrowth | undefined,
  past: { readonly date: string; readonly sectors: readonly Sector[] } | undefined,
): ResponseOf<typeof conceptCalls.getConcept> | Refusal => {
  const { id, name, description, image_url, sub_concepts, allocations } = concept;
  const created_on = newYorkDateOf(concept.created_at);
  if (past && past.date < created_on) {
    return refuse('InvalidRequest', `This trend started on ${created_on}. Choose that day or a later one.`);
  }
  const today = sectorsOf(sub_concepts, allocations);
  const shown = past?.sectors ?? today;
  return {
    concept: { id, name, description, image_url, ...toPerformance(growth) },
    growth_list: (growth?.points ?? []).map(([date, portfolio, spy, tracked]) => ({
      date,
      portfolio_growth: Number(portfolio),
      spy_growth: Number(spy),
      tracked,
    })),
    concept_composition: toComposition(shown),
    tracked_since: growth?.tracked_since ?? null,
    risk: growth?.risk ? toRisk(growth.risk) : null,
    created_on,
    changed_at: concept.changed_at.toISOString(),
    as_of: past ? { date: past.date, differences: differencesOf(shown, today) } : null,
  };
};

/** Converts decimal text to the contract's numbers. */
const toRisk = (
  risk: NonNullable<ConceptGrowth['risk']>,
): ResponseOf<typeof conceptCalls.getConcept>['risk'] => {
  const monthOf = (month: typeof risk.bestMonth) => ({ month: month.month, return: Number(month.return) });
  return {
    volatility: Number(risk.volatility),
    drawdown: risk.drawdown && { ...risk.drawdown, depth: Number(risk.drawdown.depth) },
    best_month: monthOf(risk.bestMonth),
    worst_month: monthOf(risk.worstMonth),
  };
};

/** What the editors of a trend see. In the API, ids also contain the concept. */
export const toAllocations = (
  concept: StoredConcept,
): ResponseOf<typeof conceptCalls.getConceptAllocations> => {
  const nameOf = new Map(concept.sub_concepts.map(({ subConceptId, name }) => [subConceptId, name]));
  return {
    concept: { ...toDetails(concept), image_url: concept.image_url },
    revision: concept.revision,
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
