/**
 * A page of rows that were read with one more than a page has.
 * @returns `next`: the place of its last row, to ask for what follows; null on the last page
 */
export const pageIn = <Row>(
  found: readonly Row[],
  size: number,
  placeOf: (row: Row) => string,
): { readonly page: readonly Row[]; readonly next: string | null } => {
  const page = found.slice(0, size);
  const last = page.at(-1);
  return { page, next: last !== undefined && found.length > size ? placeOf(last) : null };
};
