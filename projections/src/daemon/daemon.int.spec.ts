import { setTimeout } from 'node:timers/promises';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import { type ReadModel, rows } from '@groundswell/platform/read-store';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Card, cards, trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { type Daemon, startDaemon } from './daemon.js';

const shared = shareStack(['trend_list'], 'own process');
const { create, names, upToDate } = trendsOn(shared);
const eventually = { timeout: 25_000, interval: 25 };
const check = async (daemon: Daemon) => daemon.checks.trendList?.();
const detail = async (daemon: Daemon) => (await check(daemon))?.detail;

describe('the daemon', () => {
  it('brings a read model up to date, follows the log, and reports its position', async () => {
    await create('Before');
    const daemon = await shared.keep(trendList);
    await upToDate();
    const { position } = await create('While');
    await upToDate();
    expect(await names()).toEqual(['Before', 'While']);
    await expect
      .poll(() => check(daemon), eventually)
      .toEqual({
        ready: true,
        detail: {
          state: 'live',
          owner: true,
          version: trendList.version,
          position: position.toString(),
          lagEvents: 0,
          lagSeconds: 0,
          fault: null,
        },
      });
  });

  it('comes back after the database cut its connections and after the event store was killed', async () => {
    const { database, stack } = shared;
    const daemon = await shared.keep(trendList);
    await create('One');
    await upToDate();
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await create('Two');
    await upToDate();
    await stack.eventStore?.kill();
    await expect.poll(async () => (await check(daemon))?.ready, eventually).toBe(false);
    await stack.restartEventStore();
    await create('Three');
    await upToDate();
    expect(await names()).toEqual(expect.arrayContaining(['One', 'Two', 'Three']));
    await expect.poll(async () => (await check(daemon))?.ready, eventually).toBe(true);
  });

  it('asks a silent log once how much is pending, for all callers, and not forever', async () => {
    const { database, eventStore, stack } = shared;
    await create('Waits');
    const head = await eventStore.head();
    let readings = 0;
    const silent: EventStore = {
      ...eventStore,
      head: async () => head,
      readAll: (options) => {
        readings += 1;
        return eventStore.readAll(options);
      },
    };
    const pid = stack.eventStore?.pid ?? 0;
    const log = createLog({ service: 'spec', level: 'silent' });
    const models = [trendList];
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    const began = performance.now();
    const daemon = await startDaemon({
      database,
      eventStore: silent,
      log,
      models,
      now: () => new Date(),
      process: 'late',
    });
    onTestFinished(() => daemon.stop());
    const found = await Promise.all(Array.from({ length: 20 }, () => check(daemon)));
    expect(found.map((each) => each?.detail)).toEqual(
      Array(20).fill(expect.objectContaining({ lagEvents: null })),
    );
    // One reading shared by all requests, and one for each of the daemon's own reports: one ends after five seconds, and news of a
    // read model lets the next begin at once.
    const ownReports = 1 + Math.floor((performance.now() - began) / 5_000);
    expect(readings).toBeLessThanOrEqual(1 + ownReports);
  });
});

describe('two instances', () => {
  it('never own a read model at the same time; the second takes over when the first is gone', async () => {
    const both = [await shared.keep(trendList), await shared.keep(trendList)] as const;
    await create('One');
    await upToDate();
    let [first, second]: readonly [Daemon, Daemon] = both;
    // On a machine that stalled for long, the second may already have taken over.
    const other = async () => {
      const checks = await Promise.all(both.map(check));
      const owner = checks.findIndex((each) => each?.detail?.owner === true);
      [first, second] = owner === 1 ? [both[1], both[0]] : both;
      return checks.find((_, index) => index !== owner);
    };
    await expect
      .poll(other, eventually)
      .toMatchObject({ ready: true, detail: { state: 'waiting', owner: false } });
    await first.stop();
    await create('Two');
    await upToDate();
    await expect.poll(() => detail(second), eventually).toMatchObject({ owner: true, state: 'live' });
  });

  it('count as ready until pending events are more than a minute old, by the given clock', async () => {
    const { database, eventStore } = shared;
    await create('Before');
    const before = await eventStore.head();
    const { id } = await create('Waits');
    const [event] = (await eventStore.readStream(streamOf('concept', id))).events;
    await shared.keep(trendList);
    await upToDate();
    const log = createLog({ service: 'spec', level: 'silent' });
    let seconds = 60;
    const now = () => new Date((event?.recordedAt.getTime() ?? 0) + seconds * 1_000);
    const models = [trendList];
    const standby = await startDaemon({ database, eventStore, log, models, now, process: 'standby' });
    onTestFinished(() => standby.stop());
    // Simulates an owner that has not reached the event yet.
    await database.query('UPDATE read_store.checkpoint SET commit_position = $1, prepare_position = $1', [
      before?.commit,
    ]);
    await expect
      .poll(() => check(standby), eventually)
      .toMatchObject({
        ready: true,
        detail: { state: 'waiting', lagEvents: 1, lagSeconds: 60 },
      });
    seconds = 61;
    expect(await check(standby)).toMatchObject({ ready: false, detail: { lagEvents: 1, lagSeconds: 61 } });
  });
});

describe('a new version', () => {
  const newer = trendList.version + 1;
  const shouting: ReadModel = {
    ...trendList,
    version: newer,
    ...rows<Card>({
      ...cards,
      evolve: (row, event) => {
        const card = cards.evolve(row && { ...row, name: row.name.toLowerCase() }, event);
        return card && { ...card, name: card.name.toUpperCase() };
      },
    }),
  };

  it('is built next to the old one and replaces it, while readers never miss a row', async () => {
    for (let n = 0; n < 30; n += 1) await create(`Trend ${n}`);
    await shared.keep(trendList);
    await upToDate();
    const before = (await names()).length;
    const seen = new Set<number>();
    let reading = true;
    const reader = (async () => {
      while (reading) {
        seen.add((await names()).length);
        await setTimeout(5);
      }
    })();
    const next = await shared.keep(shouting);
    await expect.poll(names, eventually).toContain('TREND 0');
    reading = false;
    await reader;
    expect([...seen]).toEqual([before]);
    // The old version hits the new tables with its next event and releases the read model.
    await create('Late');
    await expect.poll(names, eventually).toContain('LATE');
    await expect
      .poll(() => detail(next), eventually)
      .toMatchObject({ owner: true, version: newer, state: 'live' });
  });

  it('is never replaced by an older one', async () => {
    await shared.keep({ ...trendList, version: newer });
    await expect(shared.keep(trendList)).rejects.toThrow(`trendList is at version ${newer}`);
  });
});
