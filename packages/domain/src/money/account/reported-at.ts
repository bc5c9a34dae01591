/**
 * A broker time known only to the second: ISO 8601 without a fraction.
 * @param moment in whole seconds
 */
export const ofSecond = (moment: Date): string => moment.toISOString().replace(/\.\d+Z$/, 'Z');

/** The range of possible instants, in milliseconds since 1970. */
const spanOf = (moment: string): { readonly from: number; readonly to: number } => {
  const from = Date.parse(moment);
  return { from, to: moment.includes('.') ? from : from + 999 };
};

/**
 * Whether one report of the broker is later than another.
 * @returns undefined when that is unknown: they have the same moment, or one is only known to the second that
 * contains the other
 */
export const isLater = (one: string, other: string): boolean | undefined => {
  const [at, known] = [spanOf(one), spanOf(other)];
  if (at.from > known.to) return true;
  return at.to < known.from ? false : undefined;
};
