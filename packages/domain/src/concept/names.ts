/** Names that differ in letters' size or in spaces alone would look like one to people. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** What two names have in common that count as one. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
