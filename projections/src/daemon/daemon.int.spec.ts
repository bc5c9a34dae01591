import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore, type RecordedEvent } from '@groundswell/platform/event-store';
import { foldRows, type ReadModel, rows } from '@groundswell/platform/read-store';
import { type Stack, startPart, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Card, cards, trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated, newEvent } from '../specification/events.js';
import { type Daemon, startDaemon } from './daemon.js';

let stack: Stack;
let eventStore: EventStore;
let database: Database;
const daemons: Daemon[] = [];
beforeEach(async () => {
  stack = await startStack({ eventStore: true });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec', schemas: ['trend_list', 'fragile'] });
});
afterEach(async () => {
  await Promise.all(daemons.splice(0).map((daemon) => daemon.stop()));
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

const start = async (...models: ReadModel[]): Promise<Daemon> => {
  const daemon = await startDaemon({
    database,
    eventStore,
    models,
    log: createLog({ service: 'spec', level: 'silent' }),
  });
  daemons.push(daemon);
  return daemon;
};
const create = async (name: string) => {
  const id = randomUUID();
  return eventStore.append(streamOf('concept', id), [conceptCreated(id, name)], {
    expectedRevision: 'no_stream',
  });
};
const names = async (table = 'card') =>
  (await database.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY name`)).map(({ name }) => name);
const eventually = { timeout: 25_000, interval: 25 };
const check = async (daemon: Daemon, name: string) => daemon.checks[name]?.();

/** Breaks on one name for as long as `broken` says so. */
const fragile = (isBroken: () => boolean) => ({
  name: 'fragile',
  version: 1,
  categories: ['concept'] as const,
  ...rows<Card>({
    ...cards,
    name: 'fragile_card',
    indexes: [],
    evolve: (row, event: RecordedEvent) => {
      if (isBroken() && event.type === 'ConceptCreated' && event.data.name === 'Poison') {
        throw new Error('cannot swallow this');
      }
      return cards.evolve(row, event);
    },
  }),
  queries: {},
});

describe('the daemon', () => {
  it('brings a read model up to date, follows the log, and tells how far it is', async () => {
    await create('Before');
    const daemon = await start(trendList);
    await expect.poll(() => names(), eventually).toEqual(['Before']);
    const { position } = await create('While');
    await expect.poll(() => names(), eventually).toEqual(['Before', 'While']);
    await expect
      .poll(() => check(daemon, 'trendList'), eventually)
      .toEqual({
        ready: true,
        detail: {
          state: 'live',
          owner: true,
          version: trendList.version,
          position: position.commit.toString(),
          lagEvents: 0,
          lagSeconds: 0,
          fault: null,
        },
      });
  });

  it('comes back after the database cut its connections and after the event store was killed', async () => {
    const daemon = await start(trendList);
    await create('One');
    await expect.poll(() => names(), eventually).toEqual(['One']);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await create('Two');
    await expect.poll(() => names(), eventually).toEqual(['One', 'Two']);
    await stack.eventStore?.kill();
    await expect.poll(async () => (await check(daemon, 'trendList'))?.ready, eventually).toBe(false);
    await stack.restartEventStore();
    await create('Three');
    await expect.poll(() => names(), eventually).toEqual(['One', 'Three', 'Two']);
    await expect.poll(async () => (await check(daemon, 'trendList'))?.ready, eventually).toBe(true);
  });
});

describe('an event that cannot be applied', () => {
  it('stops its own read model after everything before it, is named, and is passed as soon as it can be', async () => {
    let broken = true;
    const daemon = await start(
      trendList,
      fragile(() => broken),
    );
    await create('Alpha');
    const poison = await create('Poison');
    await create('Zeta');
    await expect.poll(() => names(), eventually).toEqual(['Alpha', 'Poison', 'Zeta']);
    await expect
      .poll(async () => (await check(daemon, 'fragile'))?.detail, eventually)
      .toMatchObject({
        state: 'stopped',
        fault: expect.stringMatching(
          new RegExp(
            `^ConceptCreated .+ \\(concept-.+ at 0, position ${poison.position.commit}\\) cannot be applied: cannot swallow`,
          ),
        ),
        lagEvents: 2,
      });
    expect(await names('fragile_card')).toEqual(['Alpha']);
    expect(await check(daemon, 'fragile')).toMatchObject({ ready: false });
    expect(await check(daemon, 'trendList')).toMatchObject({ ready: true });
    const [{ stuck } = { stuck: '' }] = await database.query<{ stuck: string }>(
      `SELECT commit_position::text AS stuck FROM read_store.checkpoint WHERE schema = 'fragile'`,
    );
    expect(BigInt(stuck)).toBeLessThan(poison.position.commit);
    broken = false;
    await expect.poll(() => names('fragile_card'), eventually).toEqual(['Alpha', 'Poison', 'Zeta']);
    await expect.poll(async () => (await check(daemon, 'fragile'))?.ready, eventually).toBe(true);
  });
});

describe('two instances', () => {
  it('never keep a read model both at once; the second takes over when the first is gone', async () => {
    const first = await start(trendList);
    await expect
      .poll(async () => (await check(first, 'trendList'))?.detail, eventually)
      .toMatchObject({ owner: true });
    const second = await start(trendList);
    await create('One');
    await expect.poll(() => names(), eventually).toEqual(['One']);
    expect(await check(second, 'trendList')).toMatchObject({
      ready: true,
      detail: { state: 'waiting', owner: false },
    });
    await first.stop();
    await create('Two');
    await expect.poll(() => names(), eventually).toEqual(['One', 'Two']);
    await expect
      .poll(async () => (await check(second, 'trendList'))?.detail, eventually)
      .toMatchObject({ owner: true, state: 'live' });
  });
});

describe('a new version', () => {
  it('is built beside the old one and takes its place, while readers never miss a row', async () => {
    for (let n = 0; n < 30; n += 1) await create(`Trend ${n}`);
    await start(trendList);
    await expect.poll(async () => (await names()).length, eventually).toBe(30);
    const seen = new Set<number>();
    let reading = true;
    const reader = (async () => {
      while (reading) seen.add((await names()).length);
    })();
    const shouting: ReadModel = {
      ...trendList,
      version: trendList.version + 1,
      ...rows<Card>({
        ...cards,
        evolve: (row, event) => {
          const card = cards.evolve(row && { ...row, name: row.name.toLowerCase() }, event);
          return card && { ...card, name: card.name.toUpperCase() };
        },
      }),
    };
    const next = await start(shouting);
    await expect.poll(async () => (await names())[0], eventually).toBe('TREND 0');
    reading = false;
    await reader;
    expect([...seen]).toEqual([30]);
    // The old version meets the new tables with its next event, and lets go.
    await create('Late');
    await expect.poll(() => names(), eventually).toContain('LATE');
    await expect
      .poll(async () => (await check(next, 'trendList'))?.detail, eventually)
      .toMatchObject({ owner: true, version: trendList.version + 1, state: 'live' });
  });

  it('is never replaced by an older one', async () => {
    const newer = trendList.version + 1;
    await start({ ...trendList, version: newer });
    await expect(start(trendList)).rejects.toThrow(`trendList stands at version ${newer}`);
  });
});

describe('a process that is killed again and again in the middle of its work', () => {
  it('leaves exactly what an undisturbed fold of the log gives', async () => {
    const entry = new URL('../../dist/main.js', import.meta.url).pathname;
    const startProcess = () =>
      startPart(entry, { EVENTSTORE_URL: stack.eventStoreUrl, DATABASE_URL: stack.databaseUrl });
    let process = await startProcess();
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n += 1) {
        const id = randomUUID();
        const changes = Array.from({ length: 40 }, (_, change) =>
          newEvent('ConceptRenamed', { name: `Trend ${n} for the ${change}th time` }),
        );
        await eventStore.append(streamOf('concept', id), [conceptCreated(id, `Trend ${n}`), ...changes], {
          expectedRevision: 'no_stream',
        });
      }
    })();
    for (let round = 0; round < 6; round += 1) {
      const before = (await names().catch(() => [])).length;
      await expect
        .poll(async () => (await names().catch(() => [])).length, eventually)
        .toBeGreaterThan(before);
      await process.kill();
      process = await startProcess();
    }
    writing = false;
    await writer;
    const log: RecordedEvent[] = [];
    for await (const { events } of eventStore.readAll({ categories: ['concept'] })) log.push(...events);
    const expected = foldRows(cards, log).map(({ id, name, changed_at }) => ({ id, name, changed_at }));
    await expect.poll(async () => (await names()).length, eventually).toBe(expected.length);
    const stored = () =>
      database.query(
        `SELECT id, name, to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at FROM card`,
      );
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    await expect
      .poll(async () => ((await stored()) as typeof expected).sort(byId), eventually)
      .toEqual(expected.sort(byId));
    expect(expected.length).toBeGreaterThan(6);
    await process.stop();
  }, 120_000);
});
