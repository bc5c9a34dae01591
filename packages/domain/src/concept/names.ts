/** Whether two names look the same to people: they differ only in case, spaces or what no one sees. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Names with the same key count as the same. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
