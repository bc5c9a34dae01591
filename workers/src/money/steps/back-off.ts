/** How a step that failed is tried again, in milliseconds. */
export interface Patience {
  /** Pause after the first failure; it doubles with each further one. */
  readonly first: number;
  /** The longest pause. */
  readonly most: number;
  /** How long a step may go on failing before it is parked. */
  readonly parkAfter: number;
}

/** The pause after so many failures: exponential, half of it by chance, so that not all come back in step. */
export const pauseAfter = (failures: number, { first, most }: Patience, random: number): number => {
  const pause = Math.min(most, first * 2 ** Math.min(failures - 1, 30));
  return Math.round(pause / 2 + (random * pause) / 2);
};
