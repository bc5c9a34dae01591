import { conceptCalls, percentSchema, wholeWeight } from '@groundswell/contracts';
import { describe, expect, it } from 'vitest';
import type { Holding } from './demo-concept.js';
import { demoConcepts } from './demo-data.js';

const year = 365;

/** Holdings of each concept after its creation and after each of its changes. */
const sittings = demoConcepts.flatMap(({ key, parts, changes = [] }) => {
  let held: Holding[] = parts.flatMap(({ holdings }) => [...holdings]);
  const after = changes.map(({ remove = [], add = {} }) => {
    held = [...held.filter(([symbol]) => !remove.includes(symbol)), ...Object.values(add).flat()];
    return held;
  });
  return [parts.flatMap(({ holdings }) => [...holdings]), ...after].map(
    (state, number) => [key, number, state] as const,
  );
});

describe('the demo concepts', () => {
  it('are a dozen, with names and keys of their own', () => {
    expect(demoConcepts).toHaveLength(12);
    expect(new Set(demoConcepts.map(({ name }) => name)).size).toBe(12);
    expect(new Set(demoConcepts.map(({ key }) => key)).size).toBe(12);
  });

  it('show what the product can do: crypto alone, a mix, less than a year of past, several changes', () => {
    const isCrypto = (symbol: string) => symbol.endsWith('/USD');
    const kinds = demoConcepts.map(({ parts }) =>
      parts.flatMap(({ holdings }) => holdings.map(([symbol]) => isCrypto(symbol))),
    );
    expect(kinds.filter((kind) => kind.every(Boolean))).toHaveLength(1);
    expect(kinds.filter((kind) => kind.some(Boolean) && !kind.every(Boolean))).toHaveLength(1);
    expect(demoConcepts.filter(({ daysAgo }) => daysAgo < year).length).toBeGreaterThanOrEqual(1);
    expect(demoConcepts.some(({ changes = [] }) => changes.length >= 3)).toBe(true);
  });

  it.each(sittings)('%s is whole after sitting %i', (_key, _number, held) => {
    const weights = held.map(([symbol, company, percent]) => {
      const body = {
        company_name: company,
        stock_symbol: symbol,
        percentage_allocation: percent,
        sub_concept: 'x',
      };
      conceptCalls.createStockAllocation.body?.parse(body);
      return percentSchema.parse(percent);
    });
    expect(new Set(held.map(([symbol]) => symbol)).size).toBe(held.length);
    expect(weights.reduce((sum, weight) => sum + weight)).toBe(wholeWeight);
  });

  it.each(demoConcepts.map((concept) => [concept.key, concept] as const))(
    '%s removes what it holds and adds to its own parts',
    (_key, { parts, changes = [] }) => {
      let held = parts.flatMap(({ holdings }) => holdings.map(([symbol]) => symbol));
      for (const { remove = [], add = {} } of changes) {
        expect(held).toEqual(expect.arrayContaining([...remove]));
        expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(add)));
        held = [
          ...held.filter((symbol) => !remove.includes(symbol)),
          ...Object.values(add)
            .flat()
            .map(([symbol]) => symbol),
        ];
      }
    },
  );

  it.each(demoConcepts.map((concept) => [concept.key, concept] as const))(
    '%s has its past in order',
    (_key, concept) => {
      const days = [concept.daysAgo, ...(concept.changes ?? []).map(({ daysAgo }) => daysAgo)];
      expect(days).toStrictEqual(days.toSorted((left, right) => right - left));
      expect(Math.min(...days)).toBeGreaterThan(0);
    },
  );
});
