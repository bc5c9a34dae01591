import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressFor } from '@groundswell/embedded/event-store-address';
import pg from 'pg';
import type { Contestant } from './contestant.js';
import { emmettContestant } from './emmett-contestant.js';
import { eventStoreContestant } from './event-store-contestant.js';
import { appendsPerSecond, bulkEventsPerSecond, inTurn, median, pairedRatio } from './measures.js';
import { builtEntries, eventStoreOf, openProcesses, peakMemory, type RunningProcess } from './processes.js';
import { ProcessorTime } from './processor-time.js';
import { goal, heading, line, whole } from './report.js';
import { compareSideBySide } from './side-by-side.js';

const quick = process.argv.includes('--quick');
const sizes = quick
  ? { rounds: 2, roundTime: 1_000, bulk: 20_000, small: 10_000, large: 50_000 }
  : { rounds: 4, roundTime: 4_000, bulk: 60_000, small: 100_000, large: 1_000_000 };

/** The least ratio that is no loss, and that users and TLS may leave. */
const noLoss = 0.95;
const leastWithTls = 0.85;

const usualSideBySide = quick
  ? { rounds: 3, time: 300, bulk: 4_000, catchUp: 8_000 }
  : { rounds: 24, time: 1_000, bulk: 15_000, catchUp: 40_000 };

const { against, measure, rounds, tls } = parseArgs({
  options: {
    against: { type: 'string' },
    quick: { type: 'boolean' },
    /** One measure of those next to another store, by its place from 1 on; all unless given. */
    measure: { type: 'string' },
    /** How many pairs: more of them narrow the interval. */
    rounds: { type: 'string' },
    /** This store with users over TLS, next to the same store without. */
    tls: { type: 'boolean' },
  },
}).values;
const only = measure === undefined ? undefined : Number(measure);
const sideBySide = { ...usualSideBySide, ...(rounds !== undefined && { rounds: Number(rounds) }) };
const url = process.env.EVENTSTORE_URL;

const { directory, infrastructure, start, newDatabase, stop } = await openProcesses();

/** This store next to another one: as another checkout has built it, or one that runs at an address. */
const compareWith = async (
  other: { readonly checkout: string } | { readonly url: string },
): Promise<void> => {
  const startStore = async (entry: string, name: string): Promise<number> =>
    (await start(entry, { DATABASE_URL: await newDatabase(name) })).ready.port;
  const ours = eventStoreContestant('this event store', await startStore(builtEntries.eventStore, 'ours'));
  const theirs =
    'url' in other
      ? eventStoreContestant('the store at EVENTSTORE_URL', other.url)
      : eventStoreContestant(other.checkout, await startStore(eventStoreOf(other.checkout), 'theirs'));
  await compareSideBySide(ours, theirs, sideBySide, { leastRatio: noLoss, only });
  await Promise.all([ours.close(), theirs.close()]);
};

/** The cost of users and TLS: this store with them next to the same store without, in separate processes. */
const compareWithTls = async (): Promise<void> => {
  const security = join(directory, 'event-store');
  const startStore = async (name: string, environment: Record<string, string> = {}): Promise<number> =>
    (await start(builtEntries.eventStore, { DATABASE_URL: await newDatabase(name), ...environment })).ready
      .port;
  const port = await startStore('secured', { SECURITY_DIR: security });
  const secured = eventStoreContestant('with users over TLS', addressFor('writer', port, security));
  const open = eventStoreContestant('without', await startStore('open'));
  await compareSideBySide(secured, open, sideBySide, { leastRatio: leastWithTls, only });
  await Promise.all([secured.close(), open.close()]);
};

const main = async (): Promise<void> => {
  const startStore = async (name: string): Promise<RunningProcess> =>
    start(builtEntries.eventStore, { DATABASE_URL: await newDatabase(name) });

  line(
    `Node ${process.version}, ${availableParallelism()} cores; PostgreSQL 18 with fsync and synchronous_commit on.`,
  );
  line(
    'The event store: client and server in processes of their own. emmett-postgresql: inside the client process.',
  );

  const store = await startStore('appends');
  const ours = eventStoreContestant('event store', store.ready.port);
  const emmett = await emmettContestant(await newDatabase('emmett'));
  await compareAppends(ours, emmett, [infrastructure, store]);
  await compareBulk(ours, emmett);
  await emmett.close();
  await ours.close();
  await store.stop();

  const [small, large] = [await startStore('small'), await startStore('large')];
  await growAndWatchMemory(small, large);
  await compareCatchUp(small, large);
};

const compareAppends = async (
  ours: Contestant,
  emmett: Contestant,
  servers: readonly RunningProcess[],
): Promise<void> => {
  heading('Single-event appends per second, each writer on a stream of its own');
  await appendsPerSecond(ours, 16, sizes.roundTime / 2);
  await appendsPerSecond(emmett, 16, sizes.roundTime / 2);
  const used = { ours: new ProcessorTime(servers), emmett: new ProcessorTime(servers) };
  for (const writers of [1, 16, 64]) {
    const measured = (name: keyof typeof used, contestant: Contestant) => () =>
      used[name].during(() => appendsPerSecond(contestant, writers, sizes.roundTime), sizes.roundTime);
    const rates = await inTurn(sizes.rounds, {
      emmett: measured('emmett', emmett),
      ours: measured('ours', ours),
    });
    line(
      `${String(writers).padStart(3)} writers   event store ${whole(median(rates.ours))}   ` +
        `emmett ${whole(median(rates.emmett))}   ` +
        goal(pairedRatio(rates.ours, rates.emmett), 'times', writers === 1 ? undefined : 2) +
        `   processor time per append: ${used.ours.take()} µs, ${used.emmett.take()} µs`,
    );
  }
};

const analyse = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('ANALYZE');
  await client.end();
};

const compareBulk = async (ours: Contestant, emmett: Contestant): Promise<void> => {
  heading('Events per second in appends of 500, four writers');
  const rates = await inTurn(sizes.rounds, {
    emmett: () => bulkEventsPerSecond(emmett, sizes.bulk),
    ours: () => bulkEventsPerSecond(ours, sizes.bulk),
  });
  line(
    `              event store ${whole(median(rates.ours))}   emmett ${whole(median(rates.emmett))}   ` +
      goal(pairedRatio(rates.ours, rates.emmett), 'times'),
  );
};

const growAndWatchMemory = async (small: RunningProcess, large: RunningProcess): Promise<void> => {
  heading('Peak memory of the server while the log grows, and while it is read from start to end');
  const smallStore = eventStoreContestant('small', small.ready.port);
  await bulkEventsPerSecond(smallStore, sizes.small);
  await smallStore.close();
  const store = eventStoreContestant('large', large.ready.port);
  let size = 0;
  for (const part of [0.1, 0.25, 0.5, 1]) {
    peakMemory(large.pid);
    await bulkEventsPerSecond(store, sizes.large * part - size);
    size = sizes.large * part;
    const writing = peakMemory(large.pid);
    await store.catchUp(size);
    const reading = peakMemory(large.pid);
    line(`${whole(size)} events   writing ${whole(writing ?? 0)} MiB   reading ${whole(reading ?? 0)} MiB`);
  }
  await store.close();
};

const compareCatchUp = async (small: RunningProcess, large: RunningProcess): Promise<void> => {
  heading('Catch-up on $all from the start, events per second');
  const prebuilt = await start(builtEntries.prebuiltServer, {});
  const stores = {
    small: eventStoreContestant('small', small.ready.port),
    large: eventStoreContestant('large', large.ready.port),
    prebuilt: eventStoreContestant('prebuilt', prebuilt.ready.port),
  };
  for (const store of Object.values(stores)) await store.catchUp(sizes.small);
  const rates = await inTurn(sizes.rounds, {
    prebuilt: () => stores.prebuilt.catchUp(sizes.large),
    large: () => stores.large.catchUp(sizes.large),
    small: () => repeated(() => stores.small.catchUp(sizes.small), 5),
  });
  line(`event store, ${whole(sizes.small)} events      ${whole(median(rates.small))}`);
  line(
    `event store, ${whole(sizes.large)} events      ${whole(median(rates.large))}   ` +
      goal(pairedRatio(rates.large, rates.small), 'of the rate of the small log', 0.9),
  );
  line(
    `prebuilt messages, ${whole(sizes.large)} events ${whole(median(rates.prebuilt))}   ` +
      goal(pairedRatio(rates.large, rates.prebuilt), 'of this is what the event store gives', 0.8),
  );
  const database = await newDatabase('emmett_read');
  const emmett = await emmettContestant(database);
  await bulkEventsPerSecond(emmett, sizes.small);
  // A table that was filled a moment ago has no statistics yet, and without them its pages are sorted over and over.
  await analyse(database);
  line(`emmett (no wire), ${whole(sizes.small)} events  ${whole(await emmett.catchUp(sizes.small))}`);
  await emmett.close();
  for (const store of Object.values(stores)) await store.close();
};

/** The rate over several runs of a short measure. */
const repeated = async (measure: () => Promise<number>, times: number): Promise<number> => {
  let seconds = 0;
  for (let run = 0; run < times; run += 1) seconds += 1 / (await measure());
  return times / seconds;
};

try {
  if (against !== undefined) await compareWith({ checkout: against });
  else if (tls) await compareWithTls();
  else if (url !== undefined) await compareWith({ url });
  else await main();
} finally {
  await stop();
}
