import { describe, expect, inject, it } from 'vitest';
import type {} from './spec-kit/provided.js';
import { kept } from './spec-kit/sim/kept.js';
import { planOf } from './spec-kit/sim/plan.js';
import { shrink } from './spec-kit/sim/shrink.js';
import { simulate } from './spec-kit/sim/simulate.js';
import { addSeed, figuresOf, newTally } from './spec-kit/sim/tally.js';

/** How long further seeds are run each day; `npm run sim` runs as many as asked for. */
const seconds = inject('simulatedSeconds');
/** Seeds that run even on the slowest machine. */
const fewest = 60;

/** First seed of the day: each day has its own million. */
const firstToday = (1 + Math.floor(Date.now() / 86_400_000)) * 1_000_000;

describe('the money workers, simulated,', { timeout: 600_000 }, () => {
  it('repeat the same run with the same seed', async () => {
    const plan = planOf(7);
    const [one, other] = [await simulate(plan, true), await simulate(plan, true)];
    expect(other.lines).toEqual(one.lines);
    expect(other.hash).toBe(one.hash);
    expect((await simulate(planOf(8))).hash).not.toBe(one.hash);
  });

  it('pass the plans that once failed', async () => {
    for (const { was, plan } of kept) expect((await simulate(plan)).failure, was).toBeUndefined();
  });

  it('move money once, report it truthfully, and come to rest in today’s seeds', async () => {
    const began = performance.now();
    const passed = (): number => (performance.now() - began) / 1_000;
    const tally = newTally();
    for (let seed = firstToday; passed() < seconds || tally.seeds < fewest; seed += 1) {
      await addSeed(tally, seed);
      if (tally.failures.length > 0) break;
    }
    process.stdout.write(`simulation, from seed ${firstToday}:\n${figuresOf(tally, passed())}\n`);
    const [first] = tally.failures;
    const least = first && JSON.stringify(await shrink(planOf(first.seed), 60));
    expect(first, `the least that does the same: ${least}`).toBeUndefined();
    expect(tally.fewestSteps).toBeGreaterThanOrEqual(200);
    expect(tally.parked / tally.requests).toBeLessThan(0.1);
  });
});
