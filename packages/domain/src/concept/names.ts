/** Whether two names look the same to people: they differ only in case or spaces. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** What two names have in common that count as one. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
