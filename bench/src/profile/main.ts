import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { heading, line } from '../event-store/report.js';
import { type MoneyInstance, startMoneyInstance } from '../money/instance.js';
import { goSteadily, type Journey } from './journey.js';
import { openRenaming } from './renames.js';
import { openSigningIn } from './sign-ins.js';
import { openLedger, type Spending, spentBetween } from './spending.js';
import { openDepositing } from './transfers.js';
import { openVisiting } from './visits.js';

const journeys: Readonly<Record<string, (instance: MoneyInstance) => Promise<Journey>>> = {
  event: openRenaming,
  transfer: openDepositing,
  'sign-in': openSigningIn,
  visit: openVisiting,
};

/** Where processor time, fsyncs, commits, WAL and messages go: `npm run profile -- event [--quick]`. */
const quick = process.argv.includes('--quick');
const name = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '';
/** Seconds that a rate is kept up. */
const secondsOf = (perSecond: number): number => (quick ? 8 : perSecond < 10 ? 20 : 10);
const secondsAtRest = quick ? 20 : 60;
/** Milliseconds until PostgreSQL has counted what came before, and until parts have collected the garbage of their start. */
const settling = { counts: 2_000, start: 30_000 };

const figure = (value: number, digits: number): string => value.toFixed(digits).padStart(10);

/** @param each what a second of processor, and what one of anything else comes to in the unit */
const show = (
  spent: Spending,
  unit: string,
  each: { readonly second: number; readonly one: number },
): void => {
  line(`${'part'.padEnd(36)}${unit.padStart(10)}${'writes'.padStart(10)}`);
  for (const [part, seconds] of [...spent.processor].toSorted(([, one], [, other]) => other - one)) {
    const writes = spent.writes.get(part);
    const written = writes ? figure(writes * each.one, 1) : '';
    line(`${part.padEnd(36)}${figure(seconds * each.second, 2)}${written}`);
  }
  const all = [...spent.processor.values()].reduce((sum, seconds) => sum + seconds, 0);
  line(`${'all'.padEnd(36)}${figure(all * each.second, 2)}`);
  line(
    `fsyncs ${figure(spent.fsyncs * each.one, 2)}   commits ${figure(spent.commits * each.one, 2)}   ` +
      `WAL ${figure((spent.walBytes * each.one) / 1_024, 2)} KiB`,
  );
};

const open = journeys[name];
if (!open) {
  console.error(`Which journey? One of: ${Object.keys(journeys).join(', ')}`);
  process.exit(1);
}
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
line(`Node ${process.version}, ${availableParallelism()} cores, ${load()} at the start.`);
const instance = await startMoneyInstance({ workers: { RECONCILE_ALL_EVERY: '3600000' }, replicas: 1 });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void instance.stop().finally(() => process.exit(1)));
}
const ledger = openLedger(instance);
try {
  const { words, warmUp, rates, go, afterwards, close } = await open(instance);
  await goSteadily(go, quick ? warmUp.count / 5 : warmUp.count, warmUp.perSecond);
  await pause(settling.start);

  heading('At rest: percent of a core, and what a second takes');
  const before = await ledger.read();
  await pause(secondsAtRest * 1_000);
  show(spentBetween(before, await ledger.read()), '%', {
    second: 100 / secondsAtRest,
    one: 1 / secondsAtRest,
  });

  for (const perSecond of quick ? rates.slice(1, 2) : rates) {
    const count = perSecond * secondsOf(perSecond);
    heading(`${words}: ${perSecond} a second for ${secondsOf(perSecond)} s, ms for each`);
    await pause(settling.counts);
    const start = await ledger.read();
    const { median, p99, refused } = await goSteadily(go, count, perSecond);
    await pause(settling.counts);
    const taken = count - refused;
    show(spentBetween(start, await ledger.read()), 'ms', { second: 1_000 / taken, one: 1 / taken });
    line(`${taken} of ${count} were taken; time: p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  }
  if (afterwards) {
    heading(`${afterwards.words}: ${afterwards.perSecond} a second for 10 s`);
    const { median, p99 } = await goSteadily(afterwards.go, afterwards.perSecond * 10, afterwards.perSecond);
    line(`p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  }
  close();
  line(`\n${load()} at the end.`);
} finally {
  await ledger.close();
  await instance.stop();
}
process.exit();
