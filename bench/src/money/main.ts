import { parseArgs } from 'node:util';
import { heading, line } from '../event-store/report.js';
import { hurried, unhurried } from './pace.js';
import { Series } from './series.js';
import { Tally } from './tally.js';

// The money test: npm run money-test -- --runs 300 --seed 1. Run i has the seed that is i above the first, and
// --seed N --runs 1 makes that run again: the same people, amounts, faults and strikes at the same steps.
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    /** Side by side, each with runs of its own. */
    instances: { type: 'string', default: '1' },
    /**
     * Every person of an instance is compared with the broker from time to time: a fresh instance keeps that
     * cheap.
     */
    'runs-per-instance': { type: 'string', default: '60' },
    /** Workers with the product's own times, frozen for minutes. */
    unhurried: { type: 'boolean', default: false },
    doubt: { type: 'string', default: '1500' },
    slowest: { type: 'string', default: '700' },
    quick: { type: 'boolean', default: false },
  },
});
const runs = values.quick ? 5 : Number(values.runs);
const pace = values.unhurried ? unhurried : hurried(Number(values.doubt), Number(values.slowest));
const tally = new Tally();
const first = Number(values.seed);
let begun = 0;
const nextSeed = (): number | undefined => {
  begun += 1;
  return begun > runs ? undefined : first + begun - 1;
};
const all = Array.from(
  { length: Number(values.instances) },
  () => new Series(pace, Number(values['runs-per-instance']), tally),
);

const conclude = (): void => {
  heading('The money test');
  for (const text of tally.report()) line(text);
  process.exitCode = tally.failed ? 1 : 0;
};

// An interrupted test prints its progress, and leaves nothing behind either.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    conclude();
    void Promise.all(all.map((series) => series.stop())).finally(() => process.exit(1));
  });
}

try {
  await Promise.all(all.map((series) => series.make(nextSeed)));
} finally {
  await Promise.all(all.map((series) => series.stop()));
}
conclude();
