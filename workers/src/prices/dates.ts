const day = 86_400_000;

export const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

export const daysBefore = (date: string, days: number): string =>
  dateOf(Date.parse(`${date}T00:00:00Z`) - days * day);
