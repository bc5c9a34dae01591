const names = ['concept_id', 'person', 'symbol', 'from', 'to', 'before'] as const;
export type Asked = Partial<Record<(typeof names)[number], string>>;

/** The audit filters in the address, without empty or unknown ones. */
export const askedIn = (search: URLSearchParams): Asked =>
  Object.fromEntries(names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : []))) as Asked;

/** The same without the page: a file contains all of it. */
export const wholeOf = ({ before: _before, ...rest }: Asked): Omit<Asked, 'before'> => rest;
