import { type Delays, delayAfter } from '@groundswell/domain/back-off';

/** How a step that failed is tried again, in milliseconds. */
export interface Patience extends Delays {
  /** How long a step may continue failing before it is parked. */
  readonly parkAfter: number;
}

/** The pause after so many failures, in whole milliseconds. */
export const pauseAfter = (failures: number, patience: Patience, random: number): number =>
  Math.round(delayAfter(failures, patience, random));

/**
 * Whether a pause still lasts. One that would last longer than any pause does was noted by a clock that was ahead of ours:
 * another process's, or our own before it was set back.
 */
export const isPausing = (until: Date, now: Date, { most }: Pick<Patience, 'most'>): boolean => {
  const left = until.getTime() - now.getTime();
  return left > 0 && left <= most;
};
