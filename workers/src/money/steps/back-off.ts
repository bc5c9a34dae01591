/** How a step that failed is tried again, in milliseconds. */
export interface Patience {
  /** Pause after the first failure; it doubles with each further one. */
  readonly first: number;
  /** The longest pause. */
  readonly most: number;
  /** How long a step may continue failing before it is parked. */
  readonly parkAfter: number;
}

/** The pause after so many failures: exponential, half of it by chance, so that not all come back in step. */
export const pauseAfter = (failures: number, { first, most }: Patience, random: number): number => {
  const pause = Math.min(most, first * 2 ** Math.min(failures - 1, 30));
  return Math.round(pause / 2 + (random * pause) / 2);
};

/**
 * Whether a pause still lasts. One that would last longer than any pause does was noted by a clock that was ahead of ours:
 * another process's, or our own before it was set back.
 */
export const isPausing = (until: Date, now: Date, { most }: Pick<Patience, 'most'>): boolean => {
  const left = until.getTime() - now.getTime();
  return left > 0 && left <= most;
};
