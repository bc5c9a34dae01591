import { randomUUID } from 'node:crypto';
import { streamOf } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDaemon } from '../daemon/daemon.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { conceptCreated } from '../specification/events.js';
import { verify } from './verify.js';

let stack: Stack;
let eventStore: EventStore;
let database: Database;
beforeEach(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openDatabase({
    url: stack.databaseUrl,
    name: 'spec',
    connections: 12,
    schemas: ['trend_list', 'concept_record'],
  });
});
afterEach(async () => {
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

vi.setConfig({ testTimeout: 120_000 });
const create = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) {
    const id = randomUUID();
    const events = [conceptCreated(id, `Trend ${id}`)];
    await eventStore.append(streamOf('concept', id), events, { expectedRevision: 'no_stream' });
  }
};
const rowsIn = async (table: string): Promise<number> =>
  Number((await database.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`))[0]?.rows);
const keepUntil = async (models: readonly ReadModel[], table: string, rows: number): Promise<void> => {
  const log = createLog({ service: 'spec', level: 'silent' });
  const daemon = await startDaemon({ database, eventStore, log, models, now: () => new Date() });
  await expect.poll(() => rowsIn(table), { timeout: 60_000, interval: 25 }).toBe(rows);
  await daemon.stop();
};

it('a read model that stopped long ago is compared at its position, and the others reach theirs before the comparison waits', async () => {
  await create(5);
  await keepUntil([trendList, conceptRecord], 'concept_detail', 5);
  await create(300);
  await keepUntil([trendList], 'card', 305);
  const dependencies = { database, eventStore, signal: new AbortController().signal };
  const { comparisons, differences, events } = await verify(dependencies, [trendList, conceptRecord]);
  expect(differences).toEqual([]);
  const places = comparisons.map(({ position }) => position);
  expect(places.every((position) => position !== undefined)).toBe(true);
  expect(new Set(places).size).toBe(2);
  // Events read while the serving read models wait are not counted.
  expect(events).toBeGreaterThanOrEqual(305);
});
