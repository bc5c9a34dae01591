import { type conceptCalls, percentOf, type ResponseOf } from '@groundswell/contracts';
import type { Sector } from '@groundswell/projections';

type Concept = ResponseOf<typeof conceptCalls.getConcept>;

/** Sectors in the contract's form: name to holdings. */
export const toComposition = (sectors: readonly Sector[]): Concept['concept_composition'] =>
  Object.fromEntries(
    sectors.map(({ name, holdings }) => [
      name,
      holdings.map(({ companyName, symbol, weight }) => ({
        text: companyName,
        symbol,
        allocation_percentage: percentOf(weight),
      })),
    ]),
  );

/** Holdings with another weight today than then, or held at only one of the two times. */
export const differencesOf = (
  onDate: readonly Sector[],
  now: readonly Sector[],
): NonNullable<Concept['as_of']>['differences'] => {
  const before = bySymbol(onDate);
  const after = bySymbol(now);
  return [...new Map([...before, ...after]).values()].flatMap(({ symbol, companyName }) => {
    const [on_date, today] = [before, after].map((held) => {
      const weight = held.get(symbol)?.weight;
      return weight === undefined ? null : percentOf(weight);
    });
    const difference = { text: companyName, symbol, on_date: on_date ?? null, today: today ?? null };
    return on_date === today ? [] : [difference];
  });
};

const bySymbol = (sectors: readonly Sector[]) =>
  new Map(sectors.flatMap(({ holdings }) => holdings.map((holding) => [holding.symbol, holding] as const)));
