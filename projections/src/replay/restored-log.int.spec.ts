import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDaemon } from '../daemon/daemon.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated } from '../specification/events.js';
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

vi.setConfig({ testTimeout: 120_000 });
const eventually = { timeout: 60_000, interval: 25 };
const open = (url: string | undefined): EventStore => {
  const store = connectEventStore({ url: url ?? '', persistence: 20_000 });
  stores.push(store);
  return store;
};
const create = async (store: EventStore, name: string) => {
  const id = randomUUID();
  await store.append(streamOf('concept', id), [conceptCreated(id, name)], { expectedRevision: 'no_stream' });
};
const keep = async (eventStore: EventStore) => {
  await daemon?.stop();
  const log = createLog({ service: 'spec', level: 'silent' });
  daemon = await startDaemon({ database, eventStore, log, models: [trendList] });
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
    const { swapped } = await replay(surroundings, [trendList], { fresh: false, dryRun: false });
    expect(swapped).toBe(true);
    await shown('Kept', 'New', 'Newer', 'Newest');
    await expect.poll(fault, eventually).toBeFalsy();
    await create(older, 'After');
    await shown('After', 'Kept', 'New', 'Newer', 'Newest');
  });
});
