import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { heading, line } from '../event-store/report.js';
import { startMoneyInstance } from '../money/instance.js';
import { openRenaming } from './renames.js';
import { openLedger, type Spending, spentBetween } from './spending.js';

/** Where processor time, fsyncs, commits, WAL and messages go: `npm run profile -- event [--quick]`. */
const quick = process.argv.includes('--quick');
const rates = quick
  ? [{ perSecond: 20, seconds: 8 }]
  : [1, 20, 200].map((perSecond) => ({ perSecond, seconds: perSecond === 1 ? 20 : 10 }));
/** Renames after which Node has compiled what is run for each. */
const warming = { count: quick ? 300 : 1_500, perSecond: 25 };
const secondsAtRest = quick ? 8 : 20;
/** Milliseconds after which PostgreSQL has counted what came before, and a start is over. */
const settling = { counts: 2_000, start: 8_000 };

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

if (!process.argv.includes('event')) {
  console.error('Which journey? One of: event');
  process.exit(1);
}
const load = () => `load ${loadavg()[0]?.toFixed(1)}`;
line(`Node ${process.version}, ${availableParallelism()} cores, ${load()} at the start.`);
const instance = await startMoneyInstance({ workers: {}, replicas: 1 });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void instance.stop().finally(() => process.exit(1)));
}
const ledger = openLedger(instance);
try {
  const renaming = await openRenaming(instance);
  await renaming.rename(warming.count, warming.perSecond);
  await pause(settling.start);

  heading('At rest, one reader: percent of a core, and what a second takes');
  const before = await ledger.read();
  await pause(secondsAtRest * 1_000);
  show(spentBetween(before, await ledger.read()), '%', {
    second: 100 / secondsAtRest,
    one: 1 / secondsAtRest,
  });

  for (const { perSecond, seconds } of rates) {
    const count = perSecond * seconds;
    heading(`A concept renamed and seen by a reader, ${perSecond} a second for ${seconds} s: ms for each`);
    await pause(settling.counts);
    const start = await ledger.read();
    const { median, p99, refused } = await renaming.rename(count, perSecond);
    await pause(settling.counts);
    const taken = count - refused;
    show(spentBetween(start, await ledger.read()), 'ms', { second: 1_000 / taken, one: 1 / taken });
    line(
      `${taken} of ${count} commands were taken; seen after the answer: p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    );
  }
  heading('Reading one’s own write, 20 a second for 10 s');
  const { median, p99 } = await renaming.rename(200, 20, 'read');
  line(`from the command’s answer to the trends: p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  renaming.close();
  line(`\n${load()} at the end.`);
} finally {
  await ledger.close();
  await instance.stop();
}
process.exit();
