/** The day of a change: a late change never reaches back before one that was recorded earlier. */
export const dayOfChange = (last: string | null, day: string): string =>
  last !== null && last > day ? last : day;
