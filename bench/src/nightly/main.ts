import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { streamOf } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import {
  applyBatch,
  installReadModel,
  prepareReadStore,
  readCheckpoints,
} from '@groundswell/platform/read-store';
import { growth } from '@groundswell/projections';
import { builtEntries, openProcesses, type Processes } from '../event-store/processes.js';
import { heading, line } from '../event-store/report.js';

/** The nightly refresh against the sandbox: 500 concepts over 3,000 symbols, each concept holding 12 of them. */
const concepts = 500;
const symbols = 3_000;
const held = 12;
const goal = { seconds: 60, growthSeconds: 2 };

interface Night {
  readonly session: string;
  readonly symbols: number;
  readonly missing: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly memory: readonly number[];
}

const letters = (index: number): string =>
  [17_576, 676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(index / place) % 26))).join('');

const metadata = {
  actor: { id: 'bench', role: 'system' as const },
  correlationId: 'bench',
  causationId: 'bench',
  schemaVersion: 1,
  occurredAt: '2026-02-03T15:00:00.000Z',
};

const holdConcept = async (eventStore: EventStore, index: number): Promise<void> => {
  const conceptId = `bench-${index}`;
  const added = Array.from({ length: held }, (_, place) => {
    const symbol = `Z${letters((index * 6 + place * 251) % symbols)}`;
    const data = { allocationId: symbol, subConceptId: 's', symbol, companyName: symbol, weight: 800 };
    return { type: 'AllocationAdded' as const, data };
  });
  const events = [
    { type: 'ConceptCreated' as const, data: { conceptId, name: conceptId, description: conceptId } },
    ...added,
  ].map((event, place) => ({ ...event, id: derivedId(conceptId, String(place)), metadata }));
  await eventStore.append(streamOf('concept', conceptId), events, { expectedRevision: 'no_stream' });
};

const refresh = async (environment: Readonly<Record<string, string>>): Promise<Night> => {
  const child = fork(fileURLToPath(new URL('night/main.js', import.meta.url)), {
    env: { ...process.env, ...environment },
  });
  const night = new Promise<Night>((resolve) => {
    child.on('message', (message: { night?: Night }) => message.night && resolve(message.night));
  });
  const result = await Promise.race([night, once(child, 'exit').then(() => undefined)]);
  if (!result) throw new Error('the refresh ended without a result');
  return result;
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;
const report = (name: string, { session, symbols, missing, seconds, cpuSeconds, memory }: Night): void => {
  const third = Math.ceil(memory.length / 3);
  const peak = (some: readonly number[]) => megabytes(Math.max(0, ...some));
  line(`${name}: session ${session}, ${symbols} symbols (${missing} without a price that day)`);
  line(`  ${seconds.toFixed(1)} s, of which ${cpuSeconds.toFixed(1)} s of a processor in the worker`);
  line(
    `  memory at most: first third ${peak(memory.slice(0, third))}, last third ${peak(memory.slice(-third))}`,
  );
};

const measureGrowth = async (url: string, eventStore: EventStore): Promise<void> => {
  const database = openDatabase({ url, name: 'bench growth', connections: 2 });
  await prepareReadStore(database);
  await installReadModel(database, growth);
  const after = (await readCheckpoints(database, ['growth']))[0]?.position;
  const started = performance.now();
  const before = process.cpuUsage();
  for await (const batch of eventStore.readAll({ after, categories: growth.categories })) {
    await applyBatch(database, growth, 'growth', batch);
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  line(
    `  read into growth: ${seconds} s, of which ${((user + system) / 1e6).toFixed(1)} s of a processor outside PostgreSQL`,
  );
  await database.close();
};

const main = async ({ directory, start, newDatabase }: Processes): Promise<void> => {
  const store = await start(builtEntries.eventStore, { DATABASE_URL: await newDatabase('log') });
  const sandbox = await start(
    fileURLToPath(new URL('../../../packages/broker-sandbox/dist/main.js', import.meta.url)),
    { DATA_DIR: join(directory, 'sandbox'), SANDBOX_GENERATED_SYMBOLS: String(symbols) },
  );
  const environment = {
    EVENTSTORE_URL: `esdb://127.0.0.1:${store.ready.port}?tls=false`,
    DATABASE_URL: await newDatabase('app'),
    BROKER_URL: `http://127.0.0.1:${sandbox.ready.port}`,
  };
  const eventStore = connectEventStore({ url: environment.EVENTSTORE_URL });
  line(
    `Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the start.`,
  );
  heading(`${concepts} concepts over ${symbols} symbols`);
  for (let index = 0; index < concepts; index += 1) await holdConcept(eventStore, index);
  report('Backfill of a year', await refresh({ ...environment, AS_OF: '2026-11-18T03:00:00Z' }));
  await measureGrowth(environment.DATABASE_URL, eventStore);
  const night = await refresh({ ...environment, AS_OF: '2026-11-19T03:00:00Z' });
  report('A night', night);
  line(`  ${night.seconds <= goal.seconds ? 'met' : 'MISSED'}: at most ${goal.seconds} s`);
  await measureGrowth(environment.DATABASE_URL, eventStore);
  await eventStore.dispose();
};

const processes = await openProcesses();
try {
  await main(processes);
} finally {
  await processes.stop();
}
