/** The day of a change: one that is recorded late never reaches back behind what was recorded before it. */
export const dayOfChange = (last: string | null, day: string): string =>
  last !== null && last > day ? last : day;
