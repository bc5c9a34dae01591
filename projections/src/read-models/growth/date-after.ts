const millisecondsOfDay = 86_400_000;

/** The calendar day so many days after another; before it when they are less than none. */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * millisecondsOfDay).toISOString().slice(0, 10);
