const closed = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

/** Whether an address is one of these, or lies below it, with a slash at its end or without. */
export const liesIn = (pathname: string, places: readonly string[]): boolean =>
  places.some((place) => closed(pathname).startsWith(closed(place)));
