import type { Faults } from './faults.js';
import type { Loop } from './loop.js';
import type { Plan } from './plan.js';

/** What each part of the made-up world uses. */
export interface SimContext {
  readonly plan: Plan;
  readonly loop: Loop;
  readonly faults: Faults;
  /** Notes that something rare came about. */
  readonly reached: (what: string) => void;
}
