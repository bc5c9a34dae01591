import { askReadiness, startHealthServer } from '@groundswell/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { createTrend } from '../specification/trends.js';

const shared = shareStack();
/** Time limit for operators to be notified, in milliseconds. */
const soon = { timeout: 10_000, interval: 50 };

const keep = async () => {
  const daemon = await shared.keep(trendList);
  const server = await startHealthServer({ host: '127.0.0.1', port: 0 }, daemon.checks);
  onTestFinished(() => server.close());
  const why = async () =>
    (await askReadiness(`http://127.0.0.1:${server.port}`)).find(({ check }) => check === 'sharedTables')
      ?.why;
  await expect.poll(why, soon).toBe(undefined);
  return { why };
};
const status = async () => {
  const { code, document } = await carryOut(['status', '--json'], shared.variables);
  return { code, problems: document.problems as string[] };
};

describe('tables that all read models share', () => {
  it.each([
    ['read_store', 'checkpoint', 'log_chain__kept .it is evidence.*DROP SCHEMA read_store CASCADE'],
    ['read_store', 'damage', 'DROP SCHEMA read_store CASCADE'],
    ['operations', 'keeper', 'DROP SCHEMA operations CASCADE'],
    ['evidence', 'finding', 'restore the schema from a copy of PostgreSQL'],
  ])('are missed: %s.%s, in a sentence that says what to do', async (schema, table, remedy) => {
    const { why } = await keep();
    await shared.database.query(`DROP TABLE ${schema}.${table} CASCADE`);
    const said = expect.stringMatching(
      new RegExp(`^${schema}: .*table ${table} is missing.*\\. .*${remedy}`),
    );
    await expect.poll(why, soon).toEqual(said);
    expect(await status()).toEqual({ code: 1, problems: expect.arrayContaining([said]) });
    const verified = await carryOut(['verify', 'trendList'], shared.variables);
    expect([verified.code, verified.notes]).not.toEqual([70, expect.anything()]);
  });

  it('are made again by what is said of them, and the hash chain from before is kept', async () => {
    await createTrend(shared.eventStore, 'Ocean');
    const { database } = shared;
    const heads = (schema: string) => database.query(`SELECT 1 FROM ${schema}.chain_head`).catch(() => []);
    const daemon = await shared.keep(trendList, logChain);
    await expect.poll(() => heads('log_chain'), soon).toHaveLength(1);
    await database.query('DROP TABLE read_store.checkpoint CASCADE');
    await daemon.stop();
    await database.query('ALTER SCHEMA log_chain RENAME TO log_chain__kept');
    await database.query('DROP SCHEMA read_store CASCADE');
    await shared.keep(trendList, logChain);
    await expect.poll(() => heads('log_chain'), soon).toHaveLength(1);
    expect(await heads('log_chain__kept')).toHaveLength(1);
    const { problems } = await status();
    expect(problems.filter((words) => /^(read_store|trendList|logChain)/.test(words))).toEqual([]);
    expect((await carryOut(['verify', 'trendList'], shared.variables)).code).toBe(0);
  });

  it.each([
    ['operations', 'rebuild_newest'],
    ['evidence', 'comparison_of_model'],
  ])('are missed as well where it is an index: %s.%s', async (schema, index) => {
    const { why } = await keep();
    await shared.database.query(`DROP INDEX ${schema}.${index}`);
    const said = expect.stringMatching(new RegExp(`^${schema}: index ${index} of table .+ is missing\\. `));
    expect(await status()).toEqual({ code: 1, problems: expect.arrayContaining([said]) });
    await expect.poll(why, soon).toEqual(said);
  });
});
