import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { heading, line } from '../event-store/report.js';
import { placesOfBrokersWords } from './brokers-words.js';
import { hurriedTimeout, hurriedWorkers, type MoneyHouse, startMoneyHouse } from './house.js';
import { Operators } from './operators.js';
import { type Person, patience } from './person.js';
import { planOf, type RunPlan } from './plan.js';
import { awaitRest, makeRun } from './run.js';
import { Tally } from './tally.js';

// The money test: npm run money-test -- --runs 300 --seed 1. Run i has the seed that is i above the first, and
// --seed N --runs 1 makes that run again: the same people, amounts, faults and strikes at the same steps.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** Everybody of a house is compared with its broker now and then: a fresh one keeps that cheap. */
    'runs-per-house': { type: 'string', default: '60' },
    doubt: { type: 'string', default: '1500' },
    slowest: { type: 'string', default: '700' },
    quick: { type: 'boolean', default: false },
  },
});
const runs = values.quick ? 5 : Number(values.runs);
const first = Number(values.seed);
const perHouse = Number(values['runs-per-house']);
const doubt = Number(values.doubt);
const tally = new Tally();

let house: MoneyHouse | undefined;
let known: Person[] = [];

/** Ends a house, with a last look at everybody: nothing may have come afterwards either. */
const leave = async (): Promise<void> => {
  if (!house) return;
  const operators = new Operators(house);
  operators.people = known;
  const { looks, problem } = await awaitRest(house, known, operators, patience);
  const leaked = await placesOfBrokersWords(house);
  tally.end({ looks, problem, leaked }, house.endedByThemselves());
  await house.stop();
  house = undefined;
  known = [];
};

/** A house that did not come to rest says nothing about the runs after it. What its parts said is kept. */
const giveUp = async ({ seed }: RunPlan): Promise<void> => {
  if (!house) return;
  const kept = join(tmpdir(), `money-test-${process.pid}-seed-${seed}`);
  cpSync(join(house.directory, 'logs'), kept, { recursive: true });
  line(`what the parts said is kept in ${kept}`);
  await house.stop();
  house = undefined;
  known = [];
};

const conclude = (): void => {
  heading('The money test');
  for (const text of tally.report()) line(text);
  process.exitCode = tally.failed ? 1 : 0;
};

// Whoever loses patience is told how far it came, and leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    conclude();
    void (house?.stop() ?? Promise.resolve()).finally(() => process.exit(1));
  });
}

try {
  for (let index = 0; index < runs; index += 1) {
    house ??= await startMoneyHouse({ workers: hurriedWorkers(doubt), replicas: 2 });
    const plan = planOf(first + index, { slowest: Number(values.slowest), doubted: hurriedTimeout + doubt });
    const result = await makeRun(house, plan);
    known.push(...result.people);
    tally.add(plan, result);
    if (result.problems.length > 0) await giveUp(plan);
    else if ((index + 1) % perHouse === 0) await leave();
  }
  await leave();
} finally {
  await house?.stop();
}
conclude();
