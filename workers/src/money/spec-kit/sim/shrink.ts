import type { Plan, Rates } from './plan.js';
import { simulate } from './simulate.js';

/** The kind of failure, regardless of what it happened to. */
const kindOf = (failure: string | undefined): string | undefined =>
  failure?.replace(/\d+/g, '#').slice(0, 40);

const without = (plan: Plan, index: number): Plan => ({
  ...plan,
  deeds: plan.deeds.filter((_deed, at) => at !== index),
});

/** Variants of the plan, each with one relevant thing less. */
function* lesser(plan: Plan): Generator<Plan> {
  for (let index = plan.deeds.length - 1; index >= 0; index -= 1) yield without(plan, index);
  for (const rate of Object.keys(plan.rates) as (keyof Rates)[])
    if (plan.rates[rate] > 0) yield { ...plan, rates: { ...plan.rates, [rate]: 0 } };
  const [noDelay, noLag] = [{ delay: 0 }, { lag: 0 }];
  const right: Partial<Plan>[] = [{ skew: 0 }, { skews: [0, 0] }, { streamAhead: 0 }];
  const simple: Partial<Plan>[] = [noDelay, noLag, ...right, { people: 1 }];
  for (const change of simple) {
    const [field] = Object.keys(change) as (keyof Plan)[];
    if (field && JSON.stringify(plan[field]) !== JSON.stringify(change[field])) yield { ...plan, ...change };
  }
}

/**
 * The smallest plan that still fails in the same way: fewer deeds, fewer faults, correct clocks.
 * @param most maximum number of runs to spend
 */
export const shrink = async (plan: Plan, most = 400): Promise<Plan> => {
  const wanted = kindOf((await simulate(plan)).failure);
  let least = plan;
  let left = most;
  for (let isSmaller = true; isSmaller && left > 0; ) {
    isSmaller = false;
    for (const candidate of lesser(least)) {
      left -= 1;
      if (kindOf((await simulate(candidate)).failure) !== wanted) continue;
      least = candidate;
      isSmaller = true;
      break;
    }
  }
  return least;
};
