import { type StartedPart, startPart } from '@groundswell/testing';
import { afterEach, expect, it } from 'vitest';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';

const shared = shareStack(['trend_list']);
const { create, names } = trendsOn(shared);
const entry = new URL('../../dist/main.js', import.meta.url).pathname;

const started: StartedPart[] = [];
afterEach(async () => {
  for (const { pid } of started) process.kill(pid, 'SIGCONT');
  for (const part of started.splice(0)) await part.stop();
});
const start = async (): Promise<StartedPart> => {
  const part = await startPart(entry, shared.variables);
  started.push(part);
  return part;
};
const stateAt = async ({ port }: StartedPart): Promise<string> => {
  const health = (await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()) as {
    checks: { trendList: { state: string } };
  };
  return health.checks.trendList.state;
};
/** Checkpoint rows locked by a transaction that has not ended. */
const workUnderWay = () =>
  shared.database.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'projections' AND state = 'idle in transaction'`,
  );

it('an owner that is frozen in the middle of its work is replaced within ten seconds, and writes nothing when it wakes', async () => {
  const owner = await start();
  await create('Before');
  await expect.poll(names, { timeout: 20_000 }).toEqual(['Before']);
  const standby = await start();
  await expect.poll(() => stateAt(standby), { timeout: 10_000 }).toBe('waiting');

  // Its transaction waits for a checkpoint row, and gets it when no one is left to continue.
  const obstacle = await shared.database.session();
  await obstacle.query('BEGIN');
  await obstacle.query(`SELECT 1 FROM read_store.checkpoint WHERE schema = 'trend_list' FOR UPDATE`);
  await create('Meanwhile');
  await expect
    .poll(async () => {
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'projections' AND wait_event_type = 'Lock'`;
      return (await shared.database.query(waiting)).length;
    })
    .toBeGreaterThan(0);
  process.kill(owner.pid, 'SIGSTOP');
  await obstacle.query('COMMIT');
  await obstacle.close();
  const frozenAt = performance.now();
  await expect.poll(workUnderWay, { timeout: 5_000 }).not.toEqual([]);
  await expect.poll(names, { timeout: 15_000 }).toEqual(['Before', 'Meanwhile']);
  expect(performance.now() - frozenAt).toBeLessThan(10_000);

  await create('After');
  await expect.poll(names, { timeout: 10_000 }).toEqual(['After', 'Before', 'Meanwhile']);
  process.kill(owner.pid, 'SIGCONT');
  await expect.poll(() => stateAt(owner), { timeout: 20_000 }).toBe('waiting');
  expect(await stateAt(standby)).toBe('live');
  await create('Last');
  await expect.poll(names, { timeout: 10_000 }).toEqual(['After', 'Before', 'Last', 'Meanwhile']);
  const [checkpoint] = await shared.database.query<{ position: string }>(
    `SELECT commit_position AS position FROM read_store.checkpoint WHERE schema = 'trend_list'`,
  );
  expect(BigInt(checkpoint?.position ?? 0)).toBe((await shared.eventStore.head())?.commit);
}, 90_000);
