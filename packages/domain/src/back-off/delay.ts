/** Back-off between attempts, in any unit of time the caller chooses. */
export interface Delays {
  /** Delay after the first failure, above 0. Doubles with each further failure. */
  readonly first: number;
  /** Upper bound. */
  readonly most: number;
}

/**
 * The delay before the next attempt.
 * @param failures failed attempts in a row, 1 or more
 * @param random from 0 to 1: share of the delay's second half to use, so that many waiting callers do not retry in
 * step. Defaults to the full delay.
 */
export const delayAfter = (failures: number, { first, most }: Delays, random = 1): number => {
  const delay = Math.min(most, first * 2 ** (failures - 1));
  return (delay + random * delay) / 2;
};
