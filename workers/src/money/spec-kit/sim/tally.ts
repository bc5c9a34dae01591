import { setImmediate as breathe } from 'node:timers/promises';
import { planOf } from './plan.js';
import { rareStates } from './rare.js';
import { simulate } from './simulate.js';

/** Combined results of many seeds. */
export interface Tally {
  seeds: number;
  steps: number;
  fewestSteps: number;
  /** Simulated milliseconds. */
  time: number;
  requests: number;
  parked: number;
  /** Number of seeds that were run twice and gave the same hash. */
  repeated: number;
  readonly failures: { readonly seed: number; readonly what: string }[];
  /** Number of seeds that reached each state. */
  readonly reached: Record<string, number>;
}

export const newTally = (): Tally => ({
  ...{ seeds: 0, steps: 0, fewestSteps: Number.POSITIVE_INFINITY, time: 0, requests: 0, parked: 0 },
  ...{ repeated: 0, failures: [], reached: {} },
});

/** One seed in this many is run twice. */
const repeatEvery = 50;

/** Runs one more seed. */
export const addSeed = async (tally: Tally, seed: number): Promise<void> => {
  const plan = planOf(seed);
  const outcome = await simulate(plan);
  tally.seeds += 1;
  tally.steps += outcome.steps;
  tally.fewestSteps = Math.min(tally.fewestSteps, outcome.steps);
  tally.time += outcome.time;
  tally.requests += outcome.requests;
  tally.parked += outcome.parked;
  for (const what of outcome.reached) tally.reached[what] = (tally.reached[what] ?? 0) + 1;
  if (outcome.failure !== undefined) tally.failures.push({ seed, what: outcome.failure });
  if (seed % repeatEvery === 0) {
    tally.repeated += 1;
    const again = await simulate(plan);
    if (again.hash !== outcome.hash)
      tally.failures.push({ seed, what: 'another run of it went another way' });
  }
  // Let unrelated work of the process run.
  await breathe();
};

/** Adds another thread's results. */
export const merge = (all: Tally, part: Tally): void => {
  all.seeds += part.seeds;
  all.steps += part.steps;
  all.fewestSteps = Math.min(all.fewestSteps, part.fewestSteps);
  all.time += part.time;
  all.requests += part.requests;
  all.parked += part.parked;
  all.repeated += part.repeated;
  all.failures.push(...part.failures);
  for (const [what, count] of Object.entries(part.reached))
    all.reached[what] = (all.reached[what] ?? 0) + count;
};

/** States that a long run has to reach, and did not. */
export const neverReached = ({ reached }: Tally): string[] =>
  rareStates.filter((what) => reached[what] === undefined);

const day = 86_400_000;

/** The figures of a run, as text. @param seconds its duration */
export const figuresOf = (tally: Tally, seconds: number): string => {
  const rate = (count: number): string => Math.round(count / seconds).toLocaleString('en-US');
  const share = ((100 * tally.parked) / Math.max(1, tally.requests)).toFixed(1);
  return [
    `${tally.seeds.toLocaleString('en-US')} seeds (${rate(tally.seeds)} a second), ${tally.steps.toLocaleString('en-US')} steps (${rate(tally.steps)} a second), at least ${tally.fewestSteps} each`,
    `${Math.round(tally.time / day).toLocaleString('en-US')} simulated days (${rate((60 * tally.time) / day)} a minute)`,
    `${tally.requests.toLocaleString('en-US')} transfers asked for, ${tally.parked.toLocaleString('en-US')} parked (${share} %)`,
    `${tally.repeated} seeds run twice, to the same hash`,
    `${tally.failures.length} violations`,
  ].join('\n');
};
