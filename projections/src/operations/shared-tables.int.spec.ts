import { askReadiness, startHealthServer } from '@groundswell/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';

const shared = shareStack();
/** Milliseconds within which an operator must be told. */
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
    ['read_store', 'checkpoint', 'DROP SCHEMA read_store CASCADE'],
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
