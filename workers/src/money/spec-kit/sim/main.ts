// npm run sim -- [--seeds=N] [--from=N] [--threads=N]: many seeds, on all processors.
// npm run sim -- --seed=N: one seed, step by step.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { planOf } from './plan.js';
import { shrink } from './shrink.js';
import { simulate } from './simulate.js';
import { addSeed, figuresOf, merge, neverReached, newTally, type Tally } from './tally.js';

/** Seeds per message to a thread. */
const portion = 100;
/**
 * Portions per thread. When a simulated process dies, Node keeps its abort signals with all their listeners: 140 KB
 * per seed.
 */
const life = 20;
/** A shorter run need not reach every rare state. */
const longRun = 20_000;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Runs in a thread: replies to each first seed with the tally of its portion. */
const serve = (): void => {
  // Faults are expected, and no one reads their stack traces.
  Error.stackTraceLimit = 0;
  parentPort?.on('message', async ({ from, count }: { from: number; count: number }) => {
    const tally = newTally();
    for (let seed = from; seed < from + count; seed += 1) await addSeed(tally, seed);
    parentPort?.postMessage(tally);
  });
};

interface Many {
  readonly from: number;
  readonly count: number;
  readonly threads: number;
}

/** Runs all seeds on threads, or as many as fit before the process is told to end. */
const runAll = ({ from, count, threads }: Many, onPart: (all: Tally) => void): Promise<Tally> => {
  const all = newTally();
  const end = from + count;
  let next = from;
  let isEnding = false;
  for (const word of ['SIGINT', 'SIGTERM'] as const) process.once(word, () => (isEnding = true));
  const isOver = (): boolean => isEnding || next >= end || all.failures.length > 20;
  const runThread = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL(import.meta.url), { workerData: 'a thread of the simulation' });
      let given = 0;
      const give = (): void => {
        if (isOver() || given === life) return void thread.terminate().then(() => resolve());
        thread.postMessage({ from: next, count: Math.min(portion, end - next) });
        next += portion;
        given += 1;
      };
      thread.on('error', reject);
      thread.on('message', (part: Tally) => {
        merge(all, part);
        onPart(all);
        give();
      });
      give();
    });
  const runThreads = async (): Promise<void> => {
    while (!isOver()) await runThread();
  };
  return Promise.all(Array.from({ length: threads }, runThreads)).then(() => all);
};

const runMany = async (many: Many): Promise<boolean> => {
  const { count } = many;
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  let told = 0;
  const all = await runAll(many, ({ seeds, failures }) => {
    if (seconds() - told < 5) return;
    told = seconds();
    process.stderr.write(`  ${seeds} of ${count} seeds, ${failures.length} violations\n`);
  });
  say(figuresOf(all, seconds()));
  const reached = Object.entries(all.reached).sort(([, one], [, other]) => one - other);
  for (const [what, times] of reached) say(`  ${String(times).padStart(8)}  ${what}`);
  const missed = neverReached(all);
  for (const what of missed) say(`never reached: ${what}`);
  for (const { seed, what } of all.failures.slice(0, 5)) {
    say(`\nseed ${seed}: ${what}\nthe least that does the same, for workers/src/money/spec-kit/sim/kept.ts:`);
    say(JSON.stringify(await shrink(planOf(seed))));
  }
  return all.failures.length === 0 && (missed.length === 0 || all.seeds < longRun);
};

const runOne = async (seed: number): Promise<boolean> => {
  const { lines, failure, steps, hash } = await simulate(planOf(seed), true);
  say([...lines, JSON.stringify(planOf(seed)), `${steps} steps, hash ${hash}`].join('\n'));
  say(failure ?? 'no violation');
  return failure === undefined;
};

const wholeNumber = (text: string, name: string): number => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`--${name} is a whole number`);
  return number;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '2000' },
      from: { type: 'string', default: '1' },
      threads: { type: 'string', default: String(availableParallelism()) },
      seed: { type: 'string' },
    },
  });
  const isWell =
    values.seed === undefined
      ? await runMany({
          from: wholeNumber(values.from, 'from'),
          count: wholeNumber(values.seeds, 'seeds'),
          threads: wholeNumber(values.threads, 'threads'),
        })
      : await runOne(wholeNumber(values.seed, 'seed'));
  process.exitCode = isWell ? 0 : 1;
};

if (isMainThread) await main();
else if (workerData) serve();
