import { availableParallelism, loadavg } from 'node:os';
import { connectEventStore } from '@groundswell/platform/event-store';
import { readModels } from '@groundswell/projections/replaying';
import { goal, heading, line, whole } from '../event-store/report.js';
import { appendHistory } from '../history/append-history.js';
import { type Instance, openInstance } from '../http/instance.js';
import { emmettTrends } from './emmett.js';
import { inProcess, type MeasuredProcess, meanOf, rateOf, type Task } from './task.js';

/** Events that emmett reads at a time; its own default of 100 is slower. */
const emmettBatch = 1_000;

const load = (): string => `load ${loadavg()[0]?.toFixed(1)}`;

interface Log {
  readonly eventStoreUrl: string;
  /** Position of its last event. */
  readonly head: string;
}

type Measure = (
  kind: Task['kind'],
  log: Log,
  part?: Partial<Pick<Task, 'readModels' | 'until'>>,
) => Promise<MeasuredProcess>;

/** The position after a number of events of a log. */
const positionOf = async ({ eventStoreUrl }: Log, events: number): Promise<string> => {
  const eventStore = connectEventStore({ url: eventStoreUrl });
  try {
    let read = 0;
    for await (const batch of eventStore.readStoredLog()) {
      const last = batch[events - read - 1];
      if (last) return String(last.position.commit);
      read += batch.length;
    }
    throw new Error(`The log has ${read} events, and not ${events}.`);
  } finally {
    await eventStore.dispose();
  }
};

interface Sizes {
  readonly small: number;
  readonly large: number;
  /** How many events of the small log emmett gets. */
  readonly emmett: number;
}

const fill = async (
  instance: Pick<Instance, 'anotherEventStore'>,
  name: string,
  size: number,
): Promise<Log> => {
  const eventStoreUrl = await instance.anotherEventStore(name);
  const { events, seconds } = await appendHistory(eventStoreUrl, { events: size });
  line(`${whole(events)} events decided and appended in ${seconds.toFixed(0)} s; ${load()}`);
  const eventStore = connectEventStore({ url: eventStoreUrl });
  const head = await eventStore.head();
  await eventStore.dispose();
  return { eventStoreUrl, head: String(head?.commit ?? 0n) };
};

const show = (name: string, measured: MeasuredProcess): void =>
  line(
    `${name.padEnd(34)} ${whole(rateOf(measured))} events/s   ${measured.seconds.toFixed(1).padStart(6)} s   ` +
      `processor ${measured.here.toFixed(1)} s here, ${(measured.inPostgresql ?? 0).toFixed(1)} s in PostgreSQL   ` +
      `${measured.peakMiB.toFixed(0)} MiB at most`,
  );

/** Both logs by turns, and the mean of each: the machine's speed changes within minutes. */
const bothSizes = async (
  run: (log: Log) => Promise<MeasuredProcess>,
  small: Log,
  large: Log,
): Promise<{ readonly small: MeasuredProcess; readonly large: MeasuredProcess }> => {
  const measured = { small: [await run(small)], large: [] as MeasuredProcess[] };
  for (let turn = 0; turn < 2; turn += 1) {
    measured.large.push(await run(large));
    measured.small.push(await run(small));
  }
  return { small: meanOf(measured.small), large: meanOf(measured.large) };
};

/** @returns the client alone over the small log */
const compareSizes = async (
  measure: Measure,
  sizes: Sizes,
  small: Log,
  large: Log,
): Promise<MeasuredProcess> => {
  heading(
    `All ${readModels.length} read models rebuilt in one pass over the log, and the client alone over the same log`,
  );
  const bare = await bothSizes((log) => measure('bare catch-up', log), small, large);
  const all = await bothSizes((log) => measure('rebuild', log), small, large);
  const trends = await measure('rebuild', large, { readModels: ['trendList'] });
  show(`bare catch-up, ${sizes.small.toLocaleString('en')} events`, bare.small);
  show(`bare catch-up, ${sizes.large.toLocaleString('en')} events`, bare.large);
  show(`replay all, ${sizes.small.toLocaleString('en')} events`, all.small);
  show(`replay all, ${sizes.large.toLocaleString('en')} events`, all.large);
  show('replay trendList, its events of these', trends);
  line(`  ${goal(rateOf(all.large) / rateOf(all.small), 'of the rate of the small log', 0.9)}`);
  line(
    `  all read models: ${goal(rateOf(all.large) / rateOf(bare.large), 'of the bare catch-up', 0.5)}; ` +
      `the list of trends: ${goal(rateOf(trends) / rateOf(bare.large), 'of it', 0.5)}`,
  );
  line(
    `  memory: ${(all.large.peakMiB / all.small.peakMiB).toFixed(2)} of what the small log takes at most ` +
      `(the client alone: ${(bare.large.peakMiB / bare.small.peakMiB).toFixed(2)}); the large one ` +
      `${(all.large.halfwayMiB ?? 0).toFixed(0)} MiB by the middle of it, ${all.large.peakMiB.toFixed(0)} MiB by its end`,
  );
  return bare.small;
};

/** As an operator rebuilds one of them; of some a log of concepts and prices holds no events. */
const compareReadModels = async (
  measure: Measure,
  sizes: Sizes,
  log: Log,
  bare: MeasuredProcess,
): Promise<void> => {
  heading(`Each alone, over its own events among ${sizes.small.toLocaleString('en')}`);
  for (const { name } of readModels) {
    const measured = await measure('rebuild', log, { readModels: [name] });
    if (measured.events === 0) continue;
    show(`replay ${name}`, measured);
    line(`  ${goal(rateOf(measured) / rateOf(bare), 'of the bare catch-up', 0.5)}`);
  }
};

const compareWithEmmett = async (
  instance: Pick<Instance, 'database'>,
  measure: Measure,
  sizes: Sizes,
  log: Log,
): Promise<void> => {
  const theirs = await emmettTrends(await instance.database('emmett'), sizes.small, sizes.emmett);
  const until = await positionOf(log, sizes.emmett);
  const [ours, emmett] = [
    await measure('rebuild', log, { readModels: ['trendList'], until }),
    await theirs.rebuild(emmettBatch),
  ];
  await theirs.close();
  heading(
    `The list of trends over the same ${theirs.events.toLocaleString('en')} events, with the same fold`,
  );
  show('here', ours);
  line(`${'emmett-postgresql, pongo projection'.padEnd(34)} ${whole(rateOf(emmett))} events/s`);
  line(`  ${goal(rateOf(ours) / rateOf(emmett), 'times', 2)}`);
};

/** A full rebuild of all read models at two sizes, next to the client alone, and next to emmett. */
export const compareRebuilds = async (sizes: Sizes): Promise<void> => {
  const instance = await openInstance();
  const measure: Measure = (kind, { eventStoreUrl, head }, part) =>
    inProcess({ kind, eventStoreUrl, databaseUrl: instance.databaseUrl, until: head, ...part });
  try {
    line(`Node ${process.version}, ${availableParallelism()} cores, ${load()} at the start.`);
    const small = await fill(instance, 'small', sizes.small);
    const large = await fill(instance, 'large', sizes.large);
    await compareReadModels(measure, sizes, small, await compareSizes(measure, sizes, small, large));
    await compareWithEmmett(instance, measure, sizes, small);
    line(`${load()} at the end.`);
  } finally {
    await instance.close();
  }
};
