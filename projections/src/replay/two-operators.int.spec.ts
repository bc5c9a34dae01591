import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase, type TransactionOptions } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { readRebuilds } from '../operations/status.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { createTrend } from '../specification/trends.js';
import type { ModelComparison } from './compare-live.js';
import { lookBack } from './look-back.js';
import { replay } from './replay.js';
import { atStandstill } from './standstill.js';
import { verify } from './verify.js';

const models = [trendList, conceptRecord];
const trends = 20;

let stack: Stack;
let eventStore: EventStore;
let database: Database;
let daemon: Daemon;
beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 20 });
  for (let n = 0; n < trends; n += 1) await createTrend(eventStore, `Trend ${n}`);
  const log = createLog({ service: 'spec', level: 'silent' });
  daemon = await startDaemon({ database, eventStore, log, models, now: () => new Date() });
  await expect.poll(countDetails, { timeout: 60_000, interval: 25 }).toBe(trends);
});
afterEach(async () => {
  await daemon.stop();
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});
vi.setConfig({ testTimeout: 120_000 });

const countOf = async (table: string): Promise<number> =>
  Number((await database.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`))[0]?.rows);
const countDetails = async (): Promise<number> => countOf('concept_record.concept_detail').catch(() => 0);

/** The database as a frozen process has it: it gives no sign of life in a transaction. */
const withoutSigns = (): Database => ({
  ...database,
  transaction: (work, options) =>
    database.transaction(
      (sql) =>
        work({ ...sql, query: async (text, values) => (text === 'SELECT 1' ? [] : sql.query(text, values)) }),
      options,
    ),
});

/** The database of an operator whose comparisons stop before the second read model until released. */
const slowed = (database: Database) => {
  const [gate, reached] = [new AbortController(), new AbortController()];
  const opened = once(gate.signal, 'abort');
  const transaction: Database['transaction'] = (work, options?: TransactionOptions) =>
    options?.kind === 'snapshot'
      ? database.transaction(
          (sql) =>
            work({
              ...sql,
              async query(text, values) {
                if (text.includes('"concept_record"')) {
                  reached.abort();
                  await opened;
                }
                return sql.query(text, values);
              },
            }),
          options,
        )
      : database.transaction(work, options);
  return {
    database: { ...database, transaction },
    reached: once(reached.signal, 'abort'),
    goOn: () => gate.abort(),
  };
};

/** How often, in samples over one second, someone blocked readers of the serving tables or was about to. */
const timesHeldUp = async (): Promise<number> => {
  let times = 0;
  for (let look = 0; look < 100; look += 1) {
    const found = await database.query(
      `SELECT 1 FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'read_store.swapping'::regclass
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    times += found.length;
    await setTimeout(10);
  }
  return times;
};

const compared = (comparisons: readonly ModelComparison[]) =>
  comparisons.map(({ readModel, tables, differences }) => [readModel, tables[0]?.rebuiltRows, differences]);
const nothing = models.map(({ name }) => [name, trends, 0]);
const head = async () => (await eventStore.head()) ?? { commit: 0n, prepare: 0n };

describe('tables that are being compared', () => {
  it.each([
    ['verify', async (beside: Database) => verify(dependencies(beside), models)],
    [
      'a look at the past',
      async (beside: Database) =>
        lookBack(dependencies(beside), models, { kind: 'position', position: await head() }),
    ],
  ])('change places after that, and hold up no reader meanwhile: %s', async (_, compare) => {
    const slow = slowed(database);
    const comparing = compare(slow.database);
    await slow.reached;
    let [about, swapped] = [0, 0];
    const onCompared = () => {
      about += 1;
    };
    const replays = models.map(async (model) => {
      await replay(dependencies(database), [model], { fresh: false, dryRun: false, onCompared });
      swapped += 1;
    });
    await expect.poll(() => about, { timeout: 60_000, interval: 25 }).toBe(models.length);
    const [heldUp, swappedMeanwhile] = [await timesHeldUp(), swapped];
    slow.goOn();
    const { comparisons } = await comparing;
    await Promise.all(replays);
    expect(compared(comparisons)).toEqual(nothing);
    expect([heldUp, swappedMeanwhile, swapped]).toEqual([0, 0, models.length]);
    expect(await countDetails()).toBe(trends);
  });

  it('change places as well when the process that compares them has frozen', async () => {
    const slow = slowed(withoutSigns());
    const comparing = expect(verify(dependencies(slow.database), models)).rejects.toThrow();
    await slow.reached;
    const { swapped } = await replay(dependencies(database), models, { fresh: false, dryRun: false });
    slow.goOn();
    await comparing;
    expect(swapped).toBe(true);
  });

  it('are written again when the process that compares them has frozen while it draws level', async () => {
    const [holding, waking] = [new AbortController(), new AbortController()];
    const frozen = atStandstill({
      database: withoutSigns(),
      models,
      async drawLevel() {
        holding.abort();
        await setTimeout(100_000, undefined, { signal: waking.signal }).catch(() => undefined);
      },
      look: async () => undefined,
    });
    const failed = expect(frozen).rejects.toThrow();
    if (!holding.signal.aborted) await once(holding.signal, 'abort');
    await createTrend(eventStore, 'One more');
    await expect.poll(countDetails, { timeout: 30_000 }).toBe(trends + 1);
    waking.abort();
    await failed;
  });
});

/** Ends the session by which a process owns what it builds, as happens to one that froze. */
const endOwner = async () => {
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
      WHERE locktype = 'advisory' AND granted
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended('own trend_list__next', 0)`,
  );
};

describe('tables that were built', () => {
  const built = () =>
    database.query<{ oid: number }>(
      `SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'trend_list__next' ORDER BY 1`,
    );
  /** Leaves what was built behind, as a killed process does. */
  const leaveBuilt = async () => {
    const onCompared = () => {
      throw new Error('killed');
    };
    const options = { fresh: false, dryRun: false, onCompared };
    await expect(replay(dependencies(database), [trendList], options)).rejects.toThrow('killed');
    return built();
  };

  it('are not swapped by a process that was replaced meanwhile', async () => {
    const options = { fresh: false, dryRun: false, onTaken: endOwner };
    await expect(replay(dependencies(database), [trendList], options)).rejects.toThrow();
    expect(await readRebuilds(database, 1)).toMatchObject([{ state: 'failed' }]);
  });

  it.each([
    ['starts over', { fresh: true, dryRun: false }],
    ['only compares', { fresh: false, dryRun: true }],
  ])('are not removed by a process that %s and was replaced meanwhile', async (_, how) => {
    const before = await leaveBuilt();
    const options = { ...how, onTaken: endOwner };
    await expect(replay(dependencies(database), [trendList], options)).rejects.toThrow();
    expect(before.length).toBeGreaterThan(0);
    expect(await built()).toEqual(before);
  });
});

const dependencies = (beside: Database) => ({
  database: beside,
  eventStore,
  signal: new AbortController().signal,
});
