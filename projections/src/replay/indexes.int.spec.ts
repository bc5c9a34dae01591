import { type Database, openDatabase } from '@groundswell/platform/database';
import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { installReadModel, prepareReadStore, schemaOf } from '@groundswell/platform/read-store';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readModels } from '../registry.js';
import { createTrend } from '../specification/trends.js';
import { buildTogether } from './build-together.js';

let stack: Stack;
let eventStore: EventStore;
let database: Database;
beforeAll(async () => {
  stack = await startStack({ eventStore: 'shared process' });
  eventStore = connectEventStore({ url: stack.eventStoreUrl, persistence: 20_000 });
  database = openDatabase({ url: stack.databaseUrl, name: 'spec', connections: 12 });
  await prepareReadStore(database);
  for (const model of readModels) await installReadModel(database, model);
});
afterAll(async () => {
  await eventStore.dispose();
  await database.close();
  await stack.stop();
});

const indexesOf = async (schema: string): Promise<string[]> => {
  const found = await database.query<{ indexdef: string }>(
    'SELECT indexdef FROM pg_indexes WHERE schemaname = $1 ORDER BY 1',
    [schema],
  );
  return found.map(({ indexdef }) => indexdef.replaceAll(`${schema}.`, ''));
};
/** Tables excluded from autovacuum, or with other autovacuum settings left. */
const withoutUpkeep = (schema: string) =>
  database.query(
    `SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r'
        AND array_to_string(reloptions, ',') LIKE '%autovacuum%'`,
    [schema],
  );
/** Tables without planner statistics. */
const unknown = (schema: string) =>
  database.query(
    `SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' AND reltuples < 0`,
    [schema],
  );
const builds = (name: string) =>
  readModels.map((model) => ({ model, schema: `${schemaOf(model)}__${name}` }));
/** Checks that tables are like serving ones: same indexes, autovacuum enabled, and analyzed. */
const expectWhole = async (place: (schema: string) => string) => {
  for (const model of readModels) {
    const served = await indexesOf(schemaOf(model));
    const built = place(schemaOf(model));
    expect(served.length).toBeGreaterThan(0);
    expect([built, await indexesOf(built)]).toEqual([built, served]);
    expect(await withoutUpkeep(built)).toEqual([]);
    expect(await unknown(built)).toEqual([]);
  }
};

it('indexes and their settings are the same on rebuilt tables, also when the rebuild is continued', async () => {
  for (const name of ['Ocean', 'Air']) {
    await createTrend(eventStore, name);
    await buildTogether({ database, eventStore, inBulk: true, builds: builds('built') });
  }
  await expectWhole((schema) => `${schema}__built`);
});

it('a short final run also creates the indexes that an interrupted run left out', async () => {
  for (let n = 0; n < 20; n += 1) await createTrend(eventStore, `Trend ${n}`);
  const stop = new AbortController();
  const broken = { database, eventStore, signal: stop.signal, batchSize: 5, builds: builds('broken') };
  await buildTogether({ ...broken, inBulk: true, onProgress: () => stop.abort() });
  expect(await withoutUpkeep('trend_list__broken')).not.toEqual([]);
  await buildTogether({ database, eventStore, builds: builds('broken') });
  await expectWhole((schema) => `${schema}__broken`);
});
