import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { streamOf } from '@groundswell/contracts';
import { derivedId } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, type NewEvent } from '@groundswell/platform/event-store';
import { isOwned, readCheckpoints, schemaOf, shadowSchemaOf } from '@groundswell/platform/read-store';
import { type Stack, type StartedPart, startPart, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModels } from '../registry.js';
import { conceptCreated, newEvent } from '../specification/events.js';
import { anotherHistory } from '../specification/golden-history.js';
import { buildTogether } from './build-together.js';
import { checksumOf } from './compare.js';

const entry = new URL('../../dist/operator/main.js', import.meta.url).pathname;
const kills = 5;
const seed = randomInt(2 ** 31);
/** Small batches, so that kills hit many different moments. */
const batch = 40;

let stack: Stack;
let eventStore: EventStore;
let database: Database;
/** Keeps and serves the read models throughout. */
let daemon: StartedPart;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 12 });
  const url = { EVENTSTORE_URL: stack.eventStoreUrl, DATABASE_URL: stack.databaseUrl };
  daemon = await startPart(new URL('../../dist/main.js', import.meta.url).pathname, url);
});
afterAll(async () => {
  await daemon.stop();
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

/** Trends that are named, filled and emptied again. */
const writeHistory = async (concepts: number, changes: number): Promise<void> => {
  for (let n = 0; n < concepts; n += 1) {
    const id = derivedId('killed', String(n));
    const events = Array.from({ length: changes }, (_, change) => {
      const allocationId = derivedId('allocation', id, String(change - (change % 3)));
      if (change % 3 === 0) return newEvent('ConceptRenamed', { name: `Trend ${n}, name ${change}` });
      if (change % 3 === 1) {
        const held = { allocationId, subConceptId: derivedId('sub', id), companyName: `Company ${change}` };
        return newEvent('AllocationAdded', { ...held, symbol: `S${change}`, weight: 100 });
      }
      return newEvent('AllocationRemoved', { allocationId });
    });
    await eventStore.append(streamOf('concept', id), [conceptCreated(id, `Trend ${n}`), ...events], {
      expectedRevision: 'no_stream',
    });
  }
};

/** Joins consecutive events of a stream, so they are appended at once. */
const inRuns = (history: ReturnType<typeof anotherHistory>) => {
  const runs: { stream: string; events: NewEvent[] }[] = [];
  for (const { stream, event } of history) {
    const last = runs.at(-1);
    if (last?.stream === stream) last.events.push(event);
    else runs.push({ stream, events: [event] });
  }
  return runs;
};

/** Everything else, several at a time: accounts with their postings, parked jobs, the waitlist and prices. */
const writeEverythingElse = (times: number) =>
  Promise.all(
    Array.from({ length: times }, async (_, n) => {
      for (const { stream, events } of inRuns(anotherHistory(`killed ${n}`))) {
        // Several histories write to the market stream.
        await eventStore.append(stream, events, { expectedRevision: 'any' });
      }
    }),
  );

/** `ops replay all` in a separate process. */
const startReplay = (...more: string[]) => {
  const words = ['replay', 'all', `--batch=${batch}`, ...more];
  const child = spawn(process.execPath, ['--no-warnings', entry, ...words], {
    env: { EVENTSTORE_URL: stack.eventStoreUrl, DATABASE_URL: stack.databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = once(child, 'close');
  return {
    ended,
    said: () => said,
    code: () => child.exitCode,
    hasEnded: () => child.exitCode !== null,
    kill: () => child.kill('SIGKILL'),
  };
};

/** Mulberry32. */
const chance = (state: number) => () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const undisturbed = (schema: string) => `${schema}__undisturbed`;

/** Position of the rebuilt trend list. */
const reached = async (): Promise<bigint> =>
  (await readCheckpoints(database, [shadowSchemaOf({ name: 'trendList' })]))[0]?.position?.commit ?? 0n;

const reachedLive = async () => (await readCheckpoints(database, ['trend_list']))[0]?.position?.commit;

type Replay = ReturnType<typeof startReplay>;

/** Lets it process a number of further events, and then continue for a moment. */
const letItWork = async (replay: Replay, from: bigint, events: number, more: number): Promise<void> => {
  await hasBegun(replay);
  const far = from + BigInt(events);
  while (!replay.hasEnded()) {
    const now = await reached();
    // After the swap, the rebuilt schema is gone.
    if (now >= far || now < from) break;
    await setTimeout(10);
  }
  await Promise.race([setTimeout(more), replay.ended]);
};

const hasBegun = async (replay: Replay): Promise<void> => {
  while (!/^(Starts at|Continues from)/m.test(replay.said()) && !replay.hasEnded()) await setTimeout(5);
};

/** Waits until PostgreSQL notices that a process is gone, which takes a moment on a busy machine. */
const hasLetGo = () =>
  expect
    .poll(
      () =>
        database.query(`SELECT schema FROM unnest($1::text[]) AS schema WHERE ${isOwned('schema')}`, [
          readModels.map(shadowSchemaOf),
        ]),
      { timeout: 60_000, interval: 5 },
    )
    .toEqual([]);

/** Kills a run that has read everything and is about to create indexes. */
const killAsItMakesIndexes = async (): Promise<void> => {
  const run = startReplay('--fresh');
  await hasBegun(run);
  while ((await reached()) === 0n && !run.hasEnded()) await setTimeout(5);
  await database.transaction(async (sql) => {
    // Blocks creating an index, but not writing.
    await sql.query('LOCK TABLE trend_list__next.card IN ROW EXCLUSIVE MODE');
    await expect
      .poll(
        () =>
          database.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                AND query LIKE 'CREATE INDEX%'`,
          ),
        { timeout: 60_000, interval: 5 },
      )
      .toHaveLength(1);
    run.kill();
    await run.ended;
  });
  await hasLetGo();
};

/** The structure of tables besides their rows: indexes and autovacuum settings. */
const structure = async (place: (schema: string) => string) => {
  const found: Record<string, unknown> = {};
  for (const model of readModels) {
    const schema = place(schemaOf(model));
    const indexes = await database.query<{ definition: string }>(
      'SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = $1 ORDER BY indexname',
      [schema],
    );
    found[model.name] = [
      indexes.map(({ definition }) => definition.replaceAll(`${schema}.`, '')),
      await database.query(
        `SELECT relname, reloptions FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY 1`,
        [schema],
      ),
    ];
  }
  return found;
};

const checksums = async (place: (schema: string) => string) => {
  const found: Record<string, Awaited<ReturnType<typeof checksumOf>>> = {};
  for (const model of readModels) {
    found[model.name] = await database.transaction((sql) => checksumOf(sql, place(schemaOf(model))));
  }
  return found;
};

it(`a rebuild gives the same rows as an undisturbed one, however often it is killed (seed ${seed})`, async () => {
  await writeHistory(10, 50);
  await writeEverythingElse(6);
  await buildTogether({
    database,
    eventStore,
    builds: readModels.map((model) => ({ model, schema: undisturbed(schemaOf(model)) })),
  });
  await expect.poll(reachedLive, { timeout: 120_000 }).toBe((await eventStore.head())?.commit);
  const expected = await checksums(undisturbed);
  const random = chance(seed);
  let [killed, resumed] = [0, 0];
  while (killed < kills) {
    const from = await reached();
    const run = startReplay();
    // The fourth run is killed before it has done anything.
    const events = killed === 3 ? 0 : 1 + Math.floor(random() * 180);
    await letItWork(run, from, events, random() * 40);
    if (run.kill()) killed += 1;
    await run.ended;
    await hasLetGo();
    resumed += run.said().includes('Continues from position') ? 1 : 0;
    expect([null, 0], run.said()).toContain(run.code());
  }
  await killAsItMakesIndexes();
  const last = startReplay();
  await last.ended;
  expect([last.code(), last.said()]).toEqual([0, expect.stringContaining('Swapped in')]);
  expect(last.said()).toContain('Continues from position');
  expect(await checksums((schema) => schema)).toEqual(expected);
  expect(await structure((schema) => schema)).toEqual(await structure(undisturbed));
  // Otherwise the test proves nothing: kills must hit runs in the middle of their work, and all read models must
  // have rows.
  expect(resumed).toBeGreaterThan(kills / 4);
  expect(readModels.filter(({ name }) => (expected[name]?.rows ?? 0) < 10)).toEqual([]);
}, 600_000);
