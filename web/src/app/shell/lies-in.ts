const closed = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

/** Whether an address is one of these or below it, with or without a trailing slash. */
export const liesIn = (pathname: string, places: readonly string[]): boolean =>
  places.some((place) => closed(pathname).startsWith(closed(place)));
