/** Whether two names look the same to people: they differ only in case or spaces. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Names with the same key count as the same. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
