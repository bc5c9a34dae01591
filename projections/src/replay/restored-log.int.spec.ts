import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type ReadModel, readCheckpoints, shadowSchemaOf } from '@groundswell/platform/read-store';
import { freshDatabase, startStack } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { createTrend } from '../specification/trends.js';
import { buildTogether } from './build-together.js';
import { replay } from './replay.js';
import { verify } from './verify.js';

vi.setConfig({ testTimeout: 40_000 });
const eventually = { timeout: 15_000, interval: 25 };

/** The log as it was until the older one was restored. All tests read it. */
let log: EventStore;
/** The older one, while nothing has been written to it since. */
let short: EventStore;
const ends: (() => Promise<void>)[] = [];
const startLog = async (names: readonly string[]): Promise<EventStore> => {
  const stack = await startStack({ eventStore: true });
  const store = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  ends.push(async () => {
    await store.dispose();
    await stack.stop();
  });
  await write(store, names);
  return store;
};
const write = async (store: EventStore, names: readonly string[]): Promise<void> => {
  for (const name of names) await createTrend(store, name);
};
const lost = Array.from({ length: 20 }, (_, n) => `Lost ${n}`).sort();
const since = Array.from({ length: 30 }, (_, n) => `New ${n}`).sort();
beforeAll(async () => {
  [log, short] = await Promise.all([startLog(lost), startLog(['Kept'])]);
});
afterAll(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

let database: Database;
let daemon: Daemon | undefined;
beforeEach(async () => {
  const { databaseUrl, drop } = await freshDatabase();
  ends.push(drop);
  database = openDatabase({ url: databaseUrl, name: 'spec', connections: 12, schemas: ['trend_list'] });
});
afterEach(async () => {
  await daemon?.stop();
  await database.close();
});

const keep = async (eventStore: EventStore, model: ReadModel = trendList) => {
  await daemon?.stop();
  const silent = createLog({ service: 'spec', level: 'silent' });
  const now = () => new Date();
  daemon = await startDaemon({ database, eventStore, log: silent, models: [model], now });
};
const names = async () =>
  (await database.query<{ name: string }>('SELECT name FROM card ORDER BY name')).map(({ name }) => name);
const shown = (...expected: string[]) => expect.poll(names, eventually).toEqual(expected);
const fault = async () => (await daemon?.checks.trendList?.())?.detail?.fault;
const stopped = () =>
  expect.poll(fault, eventually).toMatch(/read the log up to position .* an older log was restored/);
const surroundings = (eventStore: EventStore) => ({
  database,
  eventStore,
  signal: new AbortController().signal,
});
const plan = { fresh: false, dryRun: false };

describe('an older log that was restored under newer tables', () => {
  beforeEach(async () => {
    await keep(log);
    await shown(...lost);
  });

  it('stops them for good, also when it has grown again, until they are rebuilt from it', async () => {
    const older = await startLog(['Kept']);
    await keep(older);
    await stopped();
    await write(older, since);
    await keep(older);
    await stopped();
    await shown(...lost);

    const { comparisons } = await verify(surroundings(older), [trendList]);
    expect(comparisons[0]?.notCompared).toContain('an older one was restored');
    const { swapped } = await replay(surroundings(older), [trendList], plan);
    expect(swapped).toBe(true);
    await shown('Kept', ...since);
    await expect.poll(fault, eventually).toBeFalsy();
    await write(older, ['After']);
    await shown('After', 'Kept', ...since);
  });

  describe('with a rebuild that was broken off behind its end', () => {
    const breakOff = async (model: ReadModel) => {
      const stop = new AbortController();
      const schema = shadowSchemaOf(model);
      await buildTogether({
        database,
        eventStore: log,
        signal: stop.signal,
        builds: [{ model, schema }],
        inBulk: true,
        batchSize: 5,
        onProgress: () => stop.abort(),
      });
      const [left] = await readCheckpoints(database, [schema]);
      expect(left?.position?.commit).toBeGreaterThan((await short.head())?.commit ?? 0n);
    };

    it('is begun anew, though the log has grown past it', async () => {
      const older = await startLog(['Kept']);
      await breakOff(trendList);
      await keep(older);
      await stopped();
      await write(older, since);
      expect(await replay(surroundings(older), [trendList], plan)).toMatchObject({
        swapped: true,
        from: undefined,
        events: 1 + since.length,
      });
      await shown('Kept', ...since);
    });

    it('is begun anew while the log is still shorter', async () => {
      await breakOff(trendList);
      await daemon?.stop();
      daemon = undefined;
      expect(await replay(surroundings(short), [trendList], plan)).toMatchObject({
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
        const older = hasGrown ? await startLog(['Kept']) : short;
        await breakOff(next);
        await keep(older);
        await stopped();
        if (hasGrown) await write(older, since);
        await keep(older, next);
        await shown('Kept', ...(hasGrown ? since : []));
        await expect.poll(fault, eventually).toBeFalsy();
      },
    );

    it('gives way to a new version that nobody had begun', async () => {
      await keep(short, { ...trendList, version: trendList.version + 1 });
      await shown('Kept');
    });
  });
});
