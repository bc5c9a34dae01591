import { percentSchema, wholeWeight } from '@groundswell/contracts';

/** A typed percentage in basis points; undefined when it is not allowed. */
export const weightOf = (text: string): number | undefined => percentSchema.safeParse(text).data;

export const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

/** Splits a total proportionally without losing a basis point: the rest goes to the largest remainders. */
const split = (total: number, proportions: readonly number[]): number[] => {
  const all = sumOf(proportions);
  const parts = proportions.map((proportion) => Math.floor((total * proportion) / all));
  const byRemainder = proportions
    .map((proportion, at) => ({ at, remainder: (total * proportion) % all }))
    .sort((a, b) => b.remainder - a.remainder || a.at - b.at);
  for (const { at } of byRemainder.slice(0, total - sumOf(parts))) parts[at] = (parts[at] ?? 0) + 1;
  return parts;
};

export interface Row {
  readonly weight: number;
  /** Keeps its weight while the others are fitted. */
  readonly locked: boolean;
}

/**
 * The weights with all unlocked ones scaled by the same factor so that the total is 100.00%; undefined when that is
 * impossible: nothing is left for them, or none is unlocked.
 */
export const fitted = (rows: readonly Row[]): number[] | undefined => fill(rows, (weight) => weight);

/** The same, but with equal unlocked weights. */
export const equalised = (rows: readonly Row[]): number[] | undefined => fill(rows, () => 1);

const fill = (rows: readonly Row[], proportionOf: (weight: number) => number): number[] | undefined => {
  const open = rows.filter(({ locked }) => !locked);
  const rest = wholeWeight - sumOf(rows.filter(({ locked }) => locked).map(({ weight }) => weight));
  if (open.length === 0 || rest < open.length) return undefined;
  const parts = split(
    rest,
    open.map(({ weight }) => proportionOf(weight)),
  );
  if (parts.some((part) => !(part >= 1))) return undefined;
  let next = 0;
  return rows.map(({ weight, locked }) => (locked ? weight : (parts[next++] ?? 0)));
};
