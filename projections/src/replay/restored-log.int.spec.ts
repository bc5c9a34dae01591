import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, OtherLog } from '@groundswell/platform/event-store';
import { type ReadModel, readCheckpoints, schemaOf, shadowSchemaOf } from '@groundswell/platform/read-store';
import { freshDatabase, startStack } from '@groundswell/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { findingsText } from '../evidence/findings.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated } from '../specification/events.js';
import { createTrend } from '../specification/trends.js';
import { buildTogether } from './build-together.js';
import { replay } from './replay.js';
import { verify } from './verify.js';

vi.setConfig({ testTimeout: 40_000 });
const eventually = { timeout: 15_000, interval: 25 };

/** The log before the older one was restored. Tests only read it. */
let log: EventStore;
/** The restored older log, without later writes. */
let short: EventStore;
const ends: (() => Promise<void>)[] = [];
const firstId = randomUUID();
/** Logs with the same first event: copies of one log that have grown differently. */
const startLog = async (names: readonly string[], first = firstId): Promise<EventStore> => {
  const stack = await startStack({ eventStore: 'shared process' });
  const store = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  ends.push(async () => {
    await store.dispose();
    await stack.stop();
  });
  const kept = { ...conceptCreated(first, 'Kept'), id: first };
  await store.append(streamOf('concept', first), [kept], { expectedRevision: 'no_stream' });
  await write(store, names);
  return store;
};
const write = async (store: EventStore, names: readonly string[]): Promise<void> => {
  for (const name of names) await createTrend(store, name);
};
const lost = Array.from({ length: 20 }, (_, n) => `Lost ${n}`).sort();
const since = Array.from({ length: 30 }, (_, n) => `New ${n}`).sort();
beforeAll(async () => {
  [log, short] = await Promise.all([startLog(lost), startLog([])]);
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
const stopped = (words: RegExp) => expect.poll(fault, eventually).toMatch(words);
const dependencies = (eventStore: EventStore) => ({
  database,
  eventStore,
  signal: new AbortController().signal,
});
const plan = { fresh: false, dryRun: false };

describe('an older log that was restored under newer tables', () => {
  beforeEach(async () => {
    await keep(log);
    await shown('Kept', ...lost);
  });

  it.each([
    ['while it is shorter', []],
    ['when it has grown beyond them before anybody looked', since],
  ])('causes a rebuild from it %s, which is reported until an operator answers', async (_, names) => {
    const older = await startLog(names);
    await keep(older);
    await shown('Kept', ...names);
    await expect.poll(fault, eventually).toBeFalsy();
    await write(older, ['After']);
    await shown('After', 'Kept', ...names);
    expect(await findingsText(database)).toEqual([
      expect.stringMatching(
        /^finding 1, 2\d\d\d-.+ UTC: The log was restored to an older state, .+ answer 1 /,
      ),
    ]);
  });

  it('does not replace evidence, even when it has grown beyond it', async () => {
    const evidence = { ...trendList, isEvidence: true };
    const older = await startLog([]);
    await keep(older, evidence);
    await stopped(/^it read the log up to position .+ kept as evidence: .+ replay trendList --set-aside/);
    await write(older, since);
    await keep(older, evidence);
    await stopped(/kept as evidence/);
    await shown('Kept', ...lost);
    // Put back the log that the tables come from.
    await keep(log, evidence);
    const stranded = async () => (await readCheckpoints(database, [schemaOf(evidence)]))[0]?.stranded;
    await expect.poll(stranded, eventually).toBe(false);
    await expect.poll(async () => (await daemon?.checks.trendList?.())?.ready, eventually).toBe(true);
  });

  it('names its own position once evidence of the longer log is set aside', async () => {
    const evidence = { ...trendList, isEvidence: true };
    await keep(short, evidence);
    await stopped(/kept as evidence/);
    const setAside = { by: 'ops-3', reason: 'An older log was restored' };
    const { position } = await replay(dependencies(short), [evidence], { ...plan, setAside });
    expect(position).toBe((await short.head())?.commit);
    await shown('Kept');
  });

  it('is not taken for one that ends before a place where nothing of ours stood', async () => {
    await daemon?.stop();
    // The cluster's leader was killed and lost what only it had written.
    await database.query(
      `UPDATE read_store.checkpoint SET commit_position = commit_position + 5000, prepare_position = prepare_position + 5000`,
    );
    await keep(log);
    await expect
      .poll(async () => (await daemon?.checks.trendList?.())?.detail, eventually)
      .toMatchObject({ state: 'live', fault: null });
    expect(await findingsText(database)).toEqual([]);
    await keep(log, { ...trendList, version: trendList.version + 1 });
    const version = async () => (await readCheckpoints(database, [schemaOf(trendList)]))[0]?.version;
    await expect.poll(version, eventually).toBe(trendList.version + 1);
    await shown('Kept', ...lost);
  });

  it('is distinguished from the one read before, in verify and rebuilds', async () => {
    await daemon?.stop();
    daemon = undefined;
    const older = await startLog(since);
    const { comparisons } = await verify(dependencies(older), [trendList]);
    expect(comparisons[0]?.notCompared).toContain('an older one was restored');
    expect(await replay(dependencies(older), [trendList], plan)).toMatchObject({ swapped: true });
    await shown('Kept', ...since);
  });

  describe('with a rebuild that was interrupted beyond its end', () => {
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

    it('is started over, although the log has grown past it', async () => {
      await breakOff(trendList);
      await daemon?.stop();
      daemon = undefined;
      const older = await startLog(since);
      expect(await replay(dependencies(older), [trendList], plan)).toMatchObject({
        swapped: true,
        from: undefined,
        events: 1 + since.length,
      });
      await shown('Kept', ...since);
    });

    it('is started over while the log is still shorter', async () => {
      await breakOff(trendList);
      await daemon?.stop();
      daemon = undefined;
      expect(await replay(dependencies(short), [trendList], plan)).toMatchObject({
        swapped: true,
        from: undefined,
        events: 1,
      });
      await shown('Kept');
    });

    it.each([[false], [true]])(
      'is started over by the process that makes a new version (the log has grown: %s)',
      async (hasGrown) => {
        const next = { ...trendList, version: trendList.version + 1 };
        const older = hasGrown ? await startLog(since) : short;
        await breakOff(next);
        await keep(older, next);
        await shown('Kept', ...(hasGrown ? since : []));
        await expect.poll(fault, eventually).toBeFalsy();
      },
    );

    it('is replaced by a new version that had not begun', async () => {
      await keep(short, { ...trendList, version: trendList.version + 1 });
      await shown('Kept');
    });
  });
});

describe('another log, or an empty one', () => {
  beforeEach(async () => {
    await keep(log);
    await shown('Kept', ...lost);
  });
  const place = async () => (await readCheckpoints(database, ['trend_list']))[0];

  it('stops read models, says which log is expected, and changes nothing', async () => {
    const before = await place();
    expect(before?.mark.log).toBe(firstId);
    const other = randomUUID();
    await keep(await startLog(since, other));
    await stopped(
      new RegExp(
        `^The event store holds another log \\(${other}\\); the log ${firstId} is expected. .+ replay --from-this-log`,
      ),
    );
    await expect(verify(dependencies(await startLog([], other)), [trendList])).rejects.toThrow(OtherLog);
    const nothing = await startStack({ eventStore: 'shared process' });
    const empty = connectEventStore({ url: nothing.eventStoreUrl });
    ends.push(async () => {
      await empty.dispose();
      await nothing.stop();
    });
    await keep(empty);
    await stopped(new RegExp(`^The event store is empty; the log ${firstId} is expected`));
    await expect(replay(dependencies(empty), [trendList], plan)).rejects.toThrow(OtherLog);
    await shown('Kept', ...lost);
    expect(await place()).toEqual(before);
    await keep(log);
    await expect.poll(fault, eventually).toBeFalsy();
  });

  it('is refused by a read model that has yet to begin, too', async () => {
    await keep(await startLog(since, randomUUID()), { ...trendList, name: 'nextTo' });
    const words = async () => (await daemon?.checks.nextTo?.())?.detail?.fault;
    await expect.poll(words, eventually).toMatch(/^The event store holds another log/);
  });
});
