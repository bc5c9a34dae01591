const day = 86_400_000;

/** The UTC date of an instant in milliseconds since 1970, `2026-01-31`. */
export const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** The date a number of calendar days before another one. */
export const daysBefore = (date: string, days: number): string =>
  dateOf(Date.parse(`${date}T00:00:00Z`) - days * day);
