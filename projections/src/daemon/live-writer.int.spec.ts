import { setTimeout as pause } from 'node:timers/promises';
import {
  gatherEvents,
  installReadModel,
  prepareReadStore,
  type ReadModel,
} from '@groundswell/platform/read-store';
import { expect, it, vi } from 'vitest';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { fragile } from '../specification/fragile.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { LiveWriter } from './live-writer.js';

vi.setConfig({ testTimeout: 90_000 });
const shared = shareStack(['trend_list']);
const { create, names } = trendsOn(shared);
const soon = { timeout: 20_000, interval: 25 };

/** The transactions that last moved checkpoints, and the sessions that own read models. */
const transactions = () =>
  shared.database.query<{ xmin: string; commit_position: string }>(
    'SELECT DISTINCT xmin::text, commit_position FROM read_store.checkpoint',
  );
const owners = () =>
  shared.database.query(
    `SELECT DISTINCT pid FROM pg_locks JOIN pg_database d ON d.oid = database AND datname = current_database()
      WHERE locktype = 'advisory' AND granted`,
  );

const keepAll = async () => {
  const daemon = await shared.keep(trendList, conceptRecord, logChain);
  await create('First');
  await expect.poll(names, soon).toContain('First');
  await expect.poll(async () => (await owners()).length, soon).toBe(2);
  return daemon;
};

/**
 * Number of transactions in which an event was written, once all have it. A read model that has just caught up may
 * still be moving to the shared connection.
 */
const written = async (): Promise<number> => {
  const { position } = await create('Another');
  const reached = { commit_position: `${position}` };
  await expect.poll(transactions, soon).not.toContainEqual(expect.not.objectContaining(reached));
  return (await transactions()).length;
};

it('an event is written in one transaction for all read models except evidence, which has its own connection', async () => {
  await keepAll();
  await expect.poll(written, soon).toBe(2);
  expect([await written(), await written()]).toEqual([2, 2]);
});

it('a read model whose last changes the database has lost reads them again', async () => {
  await keepAll();
  await shared.database.query(
    'CREATE SCHEMA kept; CREATE TABLE kept.card AS TABLE trend_list.card; CREATE TABLE kept.checkpoint AS TABLE read_store.checkpoint',
  );
  await create('Lost');
  await expect.poll(names, soon).toContain('Lost');
  // What PostgreSQL comes back with after a crash: an earlier state of the table and of its checkpoint.
  await shared.database.transaction(async (sql) => {
    await sql.query(
      `DELETE FROM trend_list.card; INSERT INTO trend_list.card SELECT * FROM kept.card;
       UPDATE read_store.checkpoint AS c
          SET (commit_position, prepare_position, changed_position, seen_id, seen_stream, seen_revision, seen_commit, seen_prepare) =
              (k.commit_position, k.prepare_position, k.changed_position, k.seen_id, k.seen_stream, k.seen_revision, k.seen_commit, k.seen_prepare)
         FROM kept.checkpoint AS k WHERE k.schema = c.schema AND c.schema = 'trend_list'`,
    );
  });
  await create('After it');
  await expect.poll(names, soon).toEqual(expect.arrayContaining(['After it', 'Lost']));
});

it('a read model that waits for a lock does not keep the others waiting', async () => {
  await keepAll();
  const obstacle = await shared.database.session();
  await obstacle.query('BEGIN');
  await obstacle.query(`SELECT 1 FROM read_store.checkpoint WHERE schema = 'concept_record' FOR UPDATE`);
  try {
    await create('Meanwhile');
    await expect.poll(names, { timeout: 10_000, interval: 25 }).toContain('Meanwhile');
    await pause(1_500);
    await create('At once');
    await expect.poll(names, { timeout: 10_000, interval: 25 }).toContain('At once');
  } finally {
    await obstacle.query('COMMIT');
    await obstacle.close();
  }
  await expect.poll(async () => (await owners()).length, soon).toBe(2);
  await expect.poll(written, soon).toBe(2);
});

it('a read model whose batch fails gets the error, and the others get their rows', async () => {
  const { database, eventStore } = shared;
  const failing: ReadModel = {
    ...fragile(() => true),
    live: () => gatherEvents(() => Promise.reject(new Error('it burst'))),
  };
  await prepareReadStore(database);
  for (const model of [trendList, failing]) await installReadModel(database, model);
  const live = new LiveWriter(database);
  const places = await Promise.all([trendList, failing].map((model) => live.take(model)));
  await create('Kept');
  for await (const batch of eventStore.readAll({ categories: ['concept'] })) {
    const ends = await Promise.allSettled(places.map((place) => place?.apply(batch, undefined)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  }
  expect(await names()).toContain('Kept');
  await live.close();
});

it('a transaction waits until the last one began long enough ago, so that events gather, and the first waits for none', async () => {
  const { database, eventStore } = shared;
  await prepareReadStore(database);
  await installReadModel(database, trendList);
  const every = 1_000;
  const live = new LiveWriter(database, every);
  const place = (await live.take(trendList)) ?? expect.fail();
  await create('Gathered');
  const ends: number[] = [];
  const began = performance.now();
  for await (const { events, ...batch } of eventStore.readAll({ categories: ['concept'] })) {
    for (const event of events.slice(0, 2)) {
      await place.apply({ ...batch, events: [event], position: event.position }, undefined);
      ends.push(performance.now() - began);
    }
  }
  expect(ends.slice(0, 2).map((time) => time >= every - 50)).toEqual([false, true]);
  await live.close();
});
