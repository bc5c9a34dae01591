/** The page of a list that the address asks for under a name; without it, the newest. */
export const pageAsked = (search: URLSearchParams, name: string): { query: { before?: string } } => {
  const before = search.get(name);
  return { query: before ? { before } : {} };
};
