import type { Faults } from './faults.js';
import type { Loop } from './loop.js';
import type { Plan } from './plan.js';

/** What each part of the simulated world uses. */
export interface SimContext {
  readonly plan: Plan;
  readonly loop: Loop;
  readonly faults: Faults;
  /** Records that something rare happened. */
  readonly reached: (what: string) => void;
}
