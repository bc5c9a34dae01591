import { type Delays, delayAfter } from '@groundswell/domain/back-off';

/** How a failed step is retried. In milliseconds. */
export interface Patience extends Delays {
  /** How long a step may keep failing before it is parked. */
  readonly parkAfter: number;
}

/** The pause after a number of failures, in whole milliseconds. */
export const pauseAfter = (failures: number, patience: Patience, random: number): number =>
  Math.round(delayAfter(failures, patience, random));

/**
 * Whether a pause still lasts. One longer than any pause can be was written with a clock ahead of ours:
 * another process's, or our own before it was set back.
 */
export const isPausing = (until: Date, now: Date, { most }: Pick<Patience, 'most'>): boolean => {
  const left = until.getTime() - now.getTime();
  return left > 0 && left <= most;
};

/**
 * Since when something has been failing that fails now. A first failure in the future was noted with a clock ahead of ours,
 * and does not count.
 */
export const failingSince = (first: Date | undefined, failedAt: Date): Date =>
  first && first.getTime() <= failedAt.getTime() ? first : failedAt;
