/** How long to wait between attempts, in one unit of the caller's choice. */
export interface Delays {
  /** After the first failure, and more than 0; it doubles with each further one. */
  readonly first: number;
  /** The longest. */
  readonly most: number;
}

/**
 * The delay before the next attempt.
 * @param failures attempts that failed in a row, 1 or more
 * @param random from 0 to 1: how much of the delay's second half is taken, so that many who wait do not come back in step;
 * the whole delay unless given
 */
export const delayAfter = (failures: number, { first, most }: Delays, random = 1): number => {
  const delay = Math.min(most, first * 2 ** (failures - 1));
  return (delay + random * delay) / 2;
};
