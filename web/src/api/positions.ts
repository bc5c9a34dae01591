const isPosition = (text: string | null | undefined): text is string => /^\d+$/.test(text ?? '');

/** Whether a position of the log is after another one. What is not a position counts as before all others. */
export const isLater = (position: string, than: string | null): boolean =>
  isPosition(position) && (!isPosition(than) || BigInt(position) > BigInt(than));

/** The highest position in the id of a live message: `trendList=227,growth=233`. */
export const highestIn = (eventId: string): string =>
  eventId
    .split(',')
    .map((part) => part.split('=')[1])
    .filter(isPosition)
    .reduce((highest, position) => (isLater(position, highest) ? position : highest), '0');
