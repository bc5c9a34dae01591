import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { openWay, type Stack, startStack, type Way } from '@groundswell/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { createTrend } from '../specification/trends.js';
import { type Daemon, startDaemon } from './daemon.js';

vi.setConfig({ testTimeout: 90_000 });
const eventually = { timeout: 40_000, interval: 50 };

let stack: Stack;
let way: Way;
let watcher: Database;
let database: Database;
let eventStore: EventStore;
let daemon: Daemon;
beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  way = await openWay(stack.databaseUrl);
  watcher = openDatabase({ url: stack.databaseUrl, name: 'watcher' });
  database = openDatabase({ url: way.url, name: 'silent', patience: 500 });
  eventStore = connectEventStore({ url: stack.eventStoreUrl });
  const log = createLog({ service: 'spec', level: 'silent' });
  daemon = await startDaemon({ database, eventStore, log, models: [trendList], now: () => new Date() });
});
afterEach(async () => {
  await daemon.stop();
  await Promise.all([eventStore.dispose(), database.close(), watcher.close()]);
  await way.close();
  await stack.stop();
});

const create = (name: string) => createTrend(eventStore, name);
const shown = (...names: string[]) =>
  expect
    .poll(() => watcher.query('SELECT name FROM trend_list.card ORDER BY name'), eventually)
    .toEqual(names.map((name) => ({ name })));

it('a read model continues after its connection fell silent', async () => {
  await create('Before');
  await shown('Before');
  way.silence();
  await create('While');
  await shown('Before', 'While');
});
