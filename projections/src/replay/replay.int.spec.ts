import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import {
  foldRows,
  type ReadModel,
  rows,
  shadowSchemaOf,
  tryOwnership,
} from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { readRebuilds, readStanding } from '../operations/standing.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { type Card, cards, trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated, newEvent } from '../specification/events.js';
import { lookBack } from './look-back.js';
import { replay } from './replay.js';
import type { Surroundings } from './run.js';
import { dropLeftovers } from './shadow.js';
import { verify } from './verify.js';

let stack: Stack;
let eventStore: EventStore;
let database: Database;
const daemons: Daemon[] = [];
beforeEach(async () => {
  stack = await startStack({ eventStore: true });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openDatabase({
    url: stack.databaseUrl,
    name: 'spec',
    connections: 12,
    schemas: ['trend_list', 'fragile'],
  });
});
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()));
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

vi.setConfig({ testTimeout: 120_000 });
const eventually = { timeout: 60_000, interval: 25 };
const surroundings = (more: Partial<Surroundings> = {}): Surroundings => ({
  database,
  eventStore,
  signal: new AbortController().signal,
  ...more,
});
const start = async (...models: ReadModel[]): Promise<void> => {
  const log = createLog({ service: 'spec', level: 'silent' });
  daemons.push(await startDaemon({ database, eventStore, log, models }));
};
const create = async (name: string, ...more: ReturnType<typeof newEvent>[]) => {
  const id = randomUUID();
  const events = [conceptCreated(id, name), ...more];
  const { position } = await eventStore.append(streamOf('concept', id), events, {
    expectedRevision: 'no_stream',
  });
  return { id, position: position.commit };
};
const names = async () =>
  (await database.query<{ name: string }>('SELECT name FROM card ORDER BY name')).map(({ name }) => name);
const shown = (...expected: string[]) => expect.poll(names, eventually).toEqual(expected);
const schemas = async () =>
  (
    await database.query<{ name: string }>(
      "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE '%\\_\\_%' ORDER BY 1",
    )
  ).map(({ name }) => name);
const plan = { fresh: false, dryRun: false };

describe('verify', () => {
  it('finds nothing where every row is what the log says, while the log goes on, and leaves nothing behind', async () => {
    for (let n = 0; n < 20; n += 1) await create(`Trend ${n}`);
    await start(trendList, conceptRecord);
    let writing = true;
    const writer = (async () => {
      while (writing) await create('More');
    })();
    await expect.poll(async () => (await names()).length, eventually).toBeGreaterThan(20);
    const { comparisons, differences } = await verify(surroundings(), [trendList, conceptRecord]);
    writing = false;
    await writer;
    expect(differences).toEqual([]);
    expect(
      comparisons.map(({ readModel, notCompared, tables }) => [readModel, notCompared, tables.length]),
    ).toEqual([
      ['trendList', undefined, 1],
      ['conceptRecord', undefined, 3],
    ]);
    const [compared] = comparisons.flatMap(({ tables }) => tables);
    expect(compared?.liveRows).toBeGreaterThan(20);
    expect(compared?.rebuiltRows).toBe(compared?.liveRows);
    expect(await schemas()).toEqual([]);
    expect(await readRebuilds(database)).toMatchObject([
      { kind: 'verify', readModel: 'conceptRecord', state: 'done' },
      { kind: 'verify', readModel: 'trendList', state: 'done' },
    ]);
  });

  it('names each row that is altered, missing or made up, with its columns and the events it comes from', async () => {
    const altered = await create('Altered', newEvent('ConceptRenamed', { name: 'Renamed' }));
    const lost = await create('Lost');
    await start(trendList);
    await shown('Lost', 'Renamed');
    await database.query(`UPDATE card SET name = 'Forged' WHERE id = $1`, [altered.id]);
    await database.query('DELETE FROM card WHERE id = $1', [lost.id]);
    await database.query(
      `INSERT INTO card SELECT 'made-up', 'Made up', description, image_url, holdings, created_at, changed_at, position FROM card`,
    );
    const { comparisons, differences } = await verify(surroundings(), [trendList]);
    expect(comparisons).toMatchObject([
      { differences: 3, tables: [{ table: 'card', missing: 1, surplus: 1, changed: 1 }] },
    ]);
    const of = (id: string) => differences.find(({ key }) => key.id === id);
    expect(of(altered.id)).toMatchObject({
      readModel: 'trendList',
      table: 'card',
      columns: ['name'],
      live: { name: 'Forged' },
      rebuilt: { name: 'Renamed' },
      cause: {
        words: expect.stringContaining('altered by hand'),
        events: [
          { type: 'ConceptRenamed', stream: `concept-${altered.id}`, position: altered.position.toString() },
        ],
      },
    });
    expect(of(lost.id)).toMatchObject({
      live: null,
      rebuilt: { name: 'Lost' },
      cause: {
        words: expect.stringContaining('The live row is missing'),
        events: [{ type: 'ConceptCreated', revision: '0' }],
      },
    });
    expect(of('made-up')).toMatchObject({
      rebuilt: null,
      cause: { words: expect.stringContaining('No event of the log makes this row'), events: [] },
    });
  });

  it('says by which event a row is behind', async () => {
    const { id, position } = await create('First', newEvent('ConceptRenamed', { name: 'Second' }));
    await start(trendList);
    await shown('Second');
    await database.query(`UPDATE card SET name = 'First', position = position - 1 WHERE id = $1`, [id]);
    const { differences } = await verify(surroundings(), [trendList]);
    expect(differences[0]?.cause.words).toBe(`The live row has not seen the event at position ${position}.`);
    expect(differences[0]?.cause.events.at(-1)).toMatchObject({ type: 'ConceptRenamed', revision: '1' });
  });
});

describe('replay', () => {
  it('mends what verify has found, while nobody misses a row and the log goes on', async () => {
    const ids = [];
    for (let n = 0; n < 30; n += 1) ids.push((await create(`Trend ${n}`)).id);
    await start(trendList, conceptRecord);
    await expect.poll(async () => (await names()).length, eventually).toBe(30);
    await database.query(`UPDATE card SET name = 'Forged'`);
    let going = true;
    const counts: number[] = [];
    const reader = (async () => {
      while (going) counts.push((await names()).length);
    })();
    const writer = (async () => {
      while (going) await create('More');
    })();
    const done = await replay(surroundings(), [trendList, conceptRecord], plan);
    going = false;
    await Promise.all([reader, writer]);
    expect(done).toMatchObject({
      swapped: true,
      comparisons: [{ tables: [{ changed: 30 }] }, { differences: 0 }],
    });
    // Whoever looks later sees that what was served had been wrong.
    expect(await readRebuilds(database, 1)).toMatchObject([
      { state: 'swapped', message: '30 rows differed from what was served' },
    ]);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(30);
    const { differences, comparisons } = await verify(surroundings(), [trendList, conceptRecord]);
    expect(differences).toEqual([]);
    expect(comparisons.map(({ notCompared }) => notCompared)).toEqual([undefined, undefined]);
    // The process that keeps them has gone on with the new tables.
    const { position } = await create('Last');
    await expect.poll(async () => (await names()).includes('Last'), eventually).toBe(true);
    expect(position).toBeGreaterThan(done.position ?? 0n);
    expect(await schemas()).toEqual([]);
  });

  it('goes on where an interrupted one stopped, and begins anew when asked to', async () => {
    for (let n = 0; n < 30; n += 1) await create(`Trend ${n}`);
    await start(trendList);
    await expect.poll(async () => (await names()).length, eventually).toBe(30);
    const interrupt = async () => {
      const stop = new AbortController();
      const onProgress = () => stop.abort();
      const broken = surroundings({ signal: stop.signal, onProgress, batchSize: 10 });
      await expect(replay(broken, [trendList], plan)).rejects.toThrow('aborted');
    };
    await interrupt();
    expect(await schemas()).toEqual(['trend_list__next']);
    expect(await readRebuilds(database, 1)).toMatchObject([{ kind: 'replay', state: 'interrupted' }]);
    const seen: (bigint | undefined)[] = [];
    const told = { ...plan, onBegun: (from: bigint | undefined) => seen.push(from) };
    const done = await replay(surroundings(), [trendList], told);
    expect(seen[0]).toBeGreaterThan(0n);
    expect(done).toMatchObject({ swapped: true, from: seen[0], comparisons: [{ differences: 0 }] });
    expect(done.events).toBeLessThan(30);
    await interrupt();
    expect(await replay(surroundings(), [trendList], { ...plan, fresh: true })).toMatchObject({
      from: undefined,
      events: 30,
    });
  });

  it('changes nothing on a dry run, and leaves nothing behind', async () => {
    await create('One');
    await start(trendList);
    await shown('One');
    await database.query(`UPDATE card SET name = 'Forged'`);
    const done = await replay(surroundings(), [trendList], { ...plan, dryRun: true });
    expect(done).toMatchObject({ swapped: false, comparisons: [{ differences: 1 }] });
    expect(await names()).toEqual(['Forged']);
    expect(await schemas()).toEqual([]);
  });

  it('is refused while another process builds the same', async () => {
    await create('One');
    await start(trendList);
    await shown('One');
    const other = await tryOwnership(database, shadowSchemaOf(trendList));
    await expect(replay(surroundings(), [trendList], plan)).rejects.toThrow('by another process');
    await other?.close();
    await expect(replay(surroundings(), [trendList], plan)).resolves.toMatchObject({ swapped: true });
  });

  it('is refused to a program that is older than the tables', async () => {
    await start({ ...trendList, version: trendList.version + 1 });
    await expect(replay(surroundings(), [trendList], plan)).rejects.toThrow('newer than this program');
    const { comparisons } = await verify(surroundings(), [trendList]);
    expect(comparisons[0]?.notCompared).toContain(`is of version ${trendList.version + 1}`);
    expect(await schemas()).toEqual([]);
  });

  it('looks at the past without touching the present', async () => {
    const first = await create('First');
    await create('Second');
    await start(trendList);
    await shown('First', 'Second');
    const until = {
      kind: 'position',
      position: { commit: first.position, prepare: first.position },
    } as const;
    expect(await lookBack(surroundings(), [trendList], until)).toMatchObject({
      comparisons: [{ tables: [{ liveRows: 2, rebuiltRows: 1, surplus: 1, missing: 0, changed: 0 }] }],
      events: 1,
    });
    expect(await schemas()).toEqual([]);
  });

  it('removes what a killed look at the past left, and nothing that somebody works on', async () => {
    await start(trendList);
    await database.query(`INSERT INTO read_store.checkpoint (schema, read_model, version, shape)
      VALUES ('trend_list__past_0a', 'trendList', 1, ''), ('trend_list__next', 'trendList', 1, '')`);
    await database.query('CREATE SCHEMA trend_list__past_0a');
    expect(await dropLeftovers(database)).toEqual(['trend_list__past_0a']);
    expect(await schemas()).toEqual([]);
    expect(await dropLeftovers(database)).toEqual([]);
  });
});

describe('an event that cannot be applied', () => {
  const fragile = (isBroken: () => boolean): ReadModel => ({
    name: 'fragile',
    version: 1,
    categories: ['concept'],
    ...rows<Card>({
      ...cards,
      name: 'fragile_card',
      indexes: [],
      evolve: (row, event) => {
        if (isBroken() && event.type === 'ConceptCreated' && event.data.name === 'Poison') {
          throw new Error('cannot swallow this');
        }
        return cards.evolve(row, event);
      },
    }),
    queries: {},
  });

  it('makes its read model alone unhealthy, by name, for everybody to see, until it can be applied', async () => {
    let broken = true;
    const model = fragile(() => broken);
    await start(trendList, model);
    await create('Alpha');
    const poison = await create('Poison');
    await create('Zeta');
    await shown('Alpha', 'Poison', 'Zeta');
    const standing = () => readStanding(database, [trendList, model]);
    await expect
      .poll(async () => (await standing())[1], eventually)
      .toMatchObject({
        state: 'stopped',
        healthy: false,
        lagEvents: 2,
        problem: expect.stringMatching(
          new RegExp(`^ConceptCreated .+concept-${poison.id} at 0, position ${poison.position}`),
        ),
      });
    await expect
      .poll(async () => (await standing())[0], eventually)
      .toMatchObject({ state: 'live', healthy: true, lagEvents: 0, problem: null });
    // What the others do goes on as well.
    expect(await replay(surroundings(), [trendList], plan)).toMatchObject({ swapped: true });
    await expect(replay(surroundings(), [model], plan)).rejects.toThrow('cannot be applied');
    broken = false;
    await expect
      .poll(async () => (await standing())[1], eventually)
      .toMatchObject({ state: 'live', healthy: true, lagEvents: 0, fault: null });
    const log = [];
    for await (const { events } of eventStore.readAll({ categories: ['concept'] })) log.push(...events);
    const stored = await database.query<{ id: string }>('SELECT id FROM fragile_card ORDER BY id');
    expect(stored.map(({ id }) => id)).toEqual(
      foldRows(cards, log)
        .map(({ id }) => id)
        .sort(),
    );
  });
});
