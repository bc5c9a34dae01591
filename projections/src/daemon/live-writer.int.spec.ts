import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';

vi.setConfig({ testTimeout: 90_000 });
const shared = shareStack(['trend_list']);
const { create, names } = trendsOn(shared);
const soon = { timeout: 20_000, interval: 25 };

/** The transactions by which checkpoints were moved last, and the sessions that own read models. */
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
  await expect.poll(async () => (await owners()).length, soon).toBe(1);
  return daemon;
};

it('an event that concerns several read models is written in one transaction, by the one owner of all', async () => {
  await keepAll();
  for (const name of ['Second', 'Third']) {
    const { position } = await create(name);
    await expect
      .poll(transactions, soon)
      .toEqual([expect.objectContaining({ commit_position: `${position}` })]);
  }
});

it('a read model that waits for a lock keeps the others waiting for a second at most', async () => {
  await keepAll();
  const obstacle = await shared.database.session();
  await obstacle.query('BEGIN');
  await obstacle.query(`SELECT 1 FROM read_store.checkpoint WHERE schema = 'concept_record' FOR UPDATE`);
  try {
    await create('Meanwhile');
    await expect.poll(names, { timeout: 5_000, interval: 25 }).toContain('Meanwhile');
    await pause(1_500);
    await create('At once');
    await expect.poll(names, { timeout: 900, interval: 25 }).toContain('At once');
  } finally {
    await obstacle.query('COMMIT');
    await obstacle.close();
  }
  await expect.poll(async () => (await owners()).length, soon).toBe(1);
  const { position } = await create('Together');
  await expect
    .poll(transactions, soon)
    .toEqual([expect.objectContaining({ commit_position: `${position}` })]);
});
