/** Basis points as a percentage for JSON: 1 250 is 12.5. Exact for every weight. */
export const percentOf = (weight: number): number => weight / 100;

/** Basis points as text with two decimals: 1 250 is "12.50". */
export const formatPercent = (weight: number): string => (weight / 100).toFixed(2);
