import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type ReadModel, readCheckpoints, shadowSchemaOf } from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated } from '../specification/events.js';
import { buildTogether } from './build-together.js';
import { replay } from './replay.js';
import { verify } from './verify.js';

let stack: Stack;
let restored: Stack;
let database: Database;
let daemon: Daemon | undefined;
const stores: EventStore[] = [];
beforeEach(async () => {
  [stack, restored] = await Promise.all([startStack({ eventStore: true }), startStack({ eventStore: true })]);
  database = openDatabase({
    url: stack.databaseUrl,
    name: 'spec',
    connections: 12,
    schemas: ['trend_list'],
  });
});
afterEach(async () => {
  await daemon?.stop();
  await Promise.all(stores.splice(0).map((store) => store.dispose()));
  await database.close();
  await Promise.all([stack.stop(), restored.stop()]);
});

vi.setConfig({ testTimeout: 40_000 });
const eventually = { timeout: 15_000, interval: 25 };
const open = (url: string | undefined): EventStore => {
  const store = connectEventStore({ url: url ?? '', persistence: 20_000 });
  stores.push(store);
  return store;
};
const create = async (store: EventStore, name: string) => {
  const id = randomUUID();
  await store.append(streamOf('concept', id), [conceptCreated(id, name)], { expectedRevision: 'no_stream' });
};
const keep = async (eventStore: EventStore, model: ReadModel = trendList) => {
  await daemon?.stop();
  const log = createLog({ service: 'spec', level: 'silent' });
  daemon = await startDaemon({ database, eventStore, log, models: [model] });
};
const shown = (...expected: string[]) =>
  expect
    .poll(
      async () =>
        (await database.query<{ name: string }>('SELECT name FROM card ORDER BY name')).map(
          ({ name }) => name,
        ),
      eventually,
    )
    .toEqual(expected);
const fault = async () => (await daemon?.checks.trendList?.())?.detail?.fault;
const stopped = () =>
  expect.poll(fault, eventually).toMatch(/read the log up to position .* an older log was restored/);

const plan = { fresh: false, dryRun: false };

describe('an older log that was restored under newer tables', () => {
  it('stops them for good, also when it has grown again, until they are rebuilt from it', async () => {
    const [log, older] = [open(stack.eventStoreUrl), open(restored.eventStoreUrl)];
    for (const name of ['Kept', 'Lost', 'Lost too']) await create(log, name);
    await keep(log);
    await shown('Kept', 'Lost', 'Lost too');

    await create(older, 'Kept');
    await keep(older);
    await stopped();
    for (const name of ['New', 'Newer', 'Newest']) await create(older, name);
    await keep(older);
    await stopped();
    await shown('Kept', 'Lost', 'Lost too');

    const surroundings = { database, eventStore: older, signal: new AbortController().signal };
    const { comparisons } = await verify(surroundings, [trendList]);
    expect(comparisons[0]?.notCompared).toContain('an older one was restored');
    const { swapped } = await replay(surroundings, [trendList], plan);
    expect(swapped).toBe(true);
    await shown('Kept', 'New', 'Newer', 'Newest');
    await expect.poll(fault, eventually).toBeFalsy();
    await create(older, 'After');
    await shown('After', 'Kept', 'New', 'Newer', 'Newest');
  });

  it('is not seen in what moves on while the end of the log is asked for', async () => {
    const log = open(stack.eventStoreUrl);
    await create(log, 'First');
    await keep(log);
    await shown('First');
    let asked = 0;
    const growing: EventStore = {
      ...log,
      async head() {
        const head = await log.head();
        asked += 1;
        await create(log, `More ${asked}`);
        await expect
          .poll(() => database.query('SELECT name FROM card WHERE name = $1', [`More ${asked}`]), eventually)
          .toHaveLength(1);
        return head;
      },
    };
    const surroundings = { database, eventStore: growing, signal: new AbortController().signal };
    const { comparisons } = await verify(surroundings, [trendList]);
    expect(asked).toBeGreaterThan(0);
    expect(comparisons.map(({ notCompared, differences }) => [notCompared, differences])).toEqual([
      [undefined, 0],
    ]);
    expect(await readCheckpoints(database, ['trend_list'])).toMatchObject([{ stranded: false }]);
  });

  describe('with a rebuild that was broken off behind its end', () => {
    let log: EventStore;
    let older: EventStore;
    const whileThereWas = Array.from({ length: 20 }, (_, n) => `Lost ${n}`);
    const since = Array.from({ length: 30 }, (_, n) => `New ${n}`);
    const surroundings = (eventStore: EventStore) => ({
      database,
      eventStore,
      signal: new AbortController().signal,
    });
    const breakOff = async (eventStore: EventStore, model: ReadModel) => {
      const stop = new AbortController();
      const build = { model, schema: shadowSchemaOf(model) };
      const onProgress = () => stop.abort();
      const { signal } = stop;
      await buildTogether({
        database,
        eventStore,
        signal,
        builds: [build],
        inBulk: true,
        batchSize: 5,
        onProgress,
      });
      const [left] = await readCheckpoints(database, [build.schema]);
      expect(left?.position?.commit).toBeGreaterThan((await older.head())?.commit ?? 0n);
    };
    beforeEach(async () => {
      [log, older] = [open(stack.eventStoreUrl), open(restored.eventStoreUrl)];
      for (const name of whileThereWas) await create(log, name);
      await create(older, 'Kept');
      await keep(log);
      await shown(...[...whileThereWas].sort());
    });

    it('is begun anew, though the log has grown past it', async () => {
      await breakOff(log, trendList);
      await keep(older);
      await stopped();
      for (const name of since) await create(older, name);
      expect(await replay(surroundings(older), [trendList], plan)).toMatchObject({
        swapped: true,
        from: undefined,
        events: 1 + since.length,
      });
      await shown('Kept', ...[...since].sort());
    });

    it('is begun anew while the log is still shorter', async () => {
      await breakOff(log, trendList);
      await daemon?.stop();
      daemon = undefined;
      expect(await replay(surroundings(older), [trendList], plan)).toMatchObject({
        swapped: true,
        from: undefined,
        events: 1,
      });
      await shown('Kept');
    });

    it.each([[false], [true]])(
      'is begun anew by the process that makes a new version (the log has grown: %s)',
      async (hasGrown) => {
        const next = { ...trendList, version: trendList.version + 1 };
        await breakOff(log, next);
        await keep(older);
        await stopped();
        if (hasGrown) for (const name of since) await create(older, name);
        await keep(older, next);
        await shown('Kept', ...(hasGrown ? [...since].sort() : []));
        await expect.poll(fault, eventually).toBeFalsy();
      },
    );

    it('gives way to a new version that nobody had begun', async () => {
      await keep(older, { ...trendList, version: trendList.version + 1 });
      await shown('Kept');
    });
  });
});
