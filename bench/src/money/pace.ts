import type { FaultOptions } from './plan-faults.js';

/** How long things take in an instance, and what that makes of a plan. All in milliseconds. */
export interface Pace {
  /** Variables of the workers besides the usual ones. */
  readonly workers: Readonly<Record<string, string>>;
  readonly plan: FaultOptions;
  /** How long anything may take on a busy machine, where that is longer than usual. */
  readonly patience?: number;
}

const hurriedTimeout = 500;

/**
 * Settings of the workers with which a run takes seconds.
 * @param doubt milliseconds after an abandoned call in which the broker may still carry it out
 * @param slowest longest duration of a slow call
 */
export const hurried = (doubt: number, slowest: number): Pace => ({
  workers: {
    BROKER_TIMEOUT: String(hurriedTimeout),
    BROKER_DOUBT_TIME: String(doubt),
    RETRY_FIRST: '50',
    RETRY_MOST: '400',
    PARK_AFTER: '4000',
    RECONCILE_EVERY: '300',
    RECONCILE_ALL_EVERY: '10000',
    SWEEP_EVERY: '200',
  },
  plan: { slowest, doubted: hurriedTimeout + doubt },
});

/**
 * Workers with the product's own times, frozen for minutes. Only a return whose message was lost is looked for sooner than once
 * a day.
 */
export const unhurried: Pace = {
  workers: { RECONCILE_ALL_EVERY: '120000' },
  plan: { slowest: 20_000, doubted: 75_000, frozen: { least: 90_000, most: 180_000 } },
  patience: 1_200_000,
};
