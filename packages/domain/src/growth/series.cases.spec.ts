import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Composition } from './composition.js';
import { priceIndexOf } from './price-index.js';
import { type GrowthPoint, growthOf } from './series.js';

/** Hand-computed cases: inputs and expected dollars in decimal text. */
interface Case {
  readonly why: string;
  readonly sessions: readonly string[];
  readonly returns: Readonly<
    Record<string, readonly (readonly [date: string, totalReturn: string | null])[]>
  >;
  readonly history: readonly Composition[];
  readonly expected: readonly GrowthPoint[];
}

const folder = new URL('./cases/', import.meta.url);
const cases = readdirSync(folder).map(
  (file) =>
    [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Case] as const,
);

describe('growth, computed by hand', () => {
  it('has cases', () => expect(cases.length).toBeGreaterThan(3));

  it.each(cases)('%s', (_name, { sessions, returns, history, expected }) => {
    const indexes = new Map(
      Object.entries(returns).map(([symbol, days]) => [
        symbol,
        priceIndexOf(
          days.map(([date, totalReturn]) => ({ date, totalReturn })),
          sessions,
        ),
      ]),
    );
    expect(growthOf(history, { sessions, indexOf: (symbol) => indexes.get(symbol) })).toEqual(expected);
  });
});
