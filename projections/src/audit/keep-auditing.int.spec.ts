import { createLog } from '@groundswell/platform';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { readAlarms } from '../operations/alarms.js';
import { prepareOperations } from '../operations/prepare-operations.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { createTrend } from '../specification/trends.js';
import { keepAuditing, lastNight } from './keep-auditing.js';
import { type ChainedLog, describe, it, startChainedLog } from './spec-kit/chained-log.js';

const patiently = { timeout: 20_000, interval: 25 };
const day = 86_400_000;

let instance: ChainedLog;
let now: Date;
beforeAll(async () => {
  instance = await startChainedLog();
  await prepareOperations(instance.database);
}, 60_000);
afterAll(() => instance.stop());

let kept: { stop(): Promise<void> } | undefined;
afterEach(async () => {
  await kept?.stop();
  await instance.restore();
});
/** Starts as a restarted process does. */
const keep = async () => {
  await kept?.stop();
  const { database, eventStore } = instance;
  const log = createLog({ service: 'spec', level: 'silent' });
  kept = keepAuditing({
    database,
    eventStore,
    models: [],
    openNight: () => database,
    directory: undefined,
    log,
    now: () => now,
    every: 25,
  });
};
interface Row {
  readonly kind: string;
  readonly verdict: string;
  readonly count: string;
  readonly log: string;
}
const audits = () =>
  instance.database.query<Row>(
    `SELECT kind, verdict, count::text, log FROM evidence.audit WHERE words <> 'forged' ORDER BY id`,
  );
const audited = (...expected: readonly object[]) =>
  vi.waitFor(async () => expect(await audits()).toMatchObject(expected), patiently);
const findings = async () =>
  (await readAlarms(instance.database, [logChain])).filter((words) => words.startsWith('finding '));
const grow = async (): Promise<void> => {
  await createTrend(instance.eventStore, 'New');
  await instance.chain();
};

const lastPosition = async (): Promise<number> => {
  const [row] = await instance.log.query<{ last: string }>('SELECT max(position)::text AS last FROM event');
  return Number(row?.last);
};

describe('audits', () => {
  it('verify what is new at each start, all of it every night, and leave their verdict', async () => {
    now = new Date();
    const log = await instance.eventStore.identity();
    const first = { kind: 'whole', verdict: 'intact', count: '366', log };
    await keep();
    await audited(first);
    await grow();
    await instance.log.query('DROP TABLE kept; CREATE TABLE kept AS SELECT * FROM event');
    await keep();
    const second = { kind: 'new', verdict: 'intact', count: '367' };
    await audited(first, second);
    // A forged future entry that is meant to suppress all later audits.
    await instance.database.query(`INSERT INTO evidence.audit (kind, verdict, words, log, count, position, chain, root, process, ended_at)
      SELECT 'whole', verdict, 'forged', log, count, position, chain, root, '', '2099-01-01' FROM evidence.audit ORDER BY id DESC LIMIT 1`);
    now = new Date(now.getTime() + day);
    const third = { kind: 'whole', verdict: 'intact', count: '367' };
    await audited(first, second, third);
    expect(await findings()).toEqual([]);

    // Before the verified position, so only the nightly audit finds it.
    await instance.flip('data', 77);
    await keep();
    const fourth = { kind: 'new', verdict: 'intact' };
    await audited(first, second, third, fourth);
    now = new Date(now.getTime() + day);
    const fifth = { kind: 'whole', verdict: 'log changed' };
    await audited(first, second, third, fourth, fifth);
    // They are noted once the verdict is.
    await expect.poll(findings, patiently).toEqual([expect.stringContaining('altered   position 77')]);
    // After a failure the whole log is verified until it is intact again.
    await instance.restore();
    await keep();
    await audited(first, second, third, fourth, fifth, { kind: 'whole', verdict: 'intact' });
    expect(await findings()).toHaveLength(1);
  });

  it.each([
    ['the last event that was verified', async () => instance.flip('data', await lastPosition())],
    ['an event since', async () => instance.flip('metadata', await lastPosition())],
    // An older log was restored and has grown past the position, so reading cannot resume there.
    [
      'the place that was verified',
      async () => {
        const [moved] = await instance.log.query<{
          position: string;
        }>(`UPDATE event SET position = position + 7
          WHERE position = (SELECT position FROM event ORDER BY position DESC OFFSET 1 LIMIT 1) RETURNING position::text`);
        await instance.flip('data', Number(moved?.position));
      },
    ],
    ['the chain', () => instance.database.query('UPDATE log_chain.chain_head SET chain = root')],
  ])('look at the whole log when %s is not what was recorded', async (what, alter) => {
    now = new Date();
    await keep();
    await vi.waitFor(async () => expect((await audits()).length).toBeGreaterThan(0), patiently);
    await kept?.stop();
    const before = await audits();
    if (what === 'an event since' || what === 'the place that was verified') {
      await grow();
      await instance.log.query('DROP TABLE kept; CREATE TABLE kept AS SELECT * FROM event');
    }
    await alter();
    await keep();
    await vi.waitFor(async () => expect((await audits()).length).toBeGreaterThan(before.length), patiently);
    expect((await audits()).at(-1)).toMatchObject({ kind: 'whole' });
    expect((await audits()).at(-1)?.verdict).not.toBe('intact');
    await kept?.stop();
    await instance.restore();
    await instance.chainAnew();
    await keep();
    await vi.waitFor(async () => expect((await audits()).at(-1)?.verdict).toBe('intact'), patiently);
  });
});

describe('the last night', () => {
  it('is of today from seven in the morning UTC on', () => {
    expect(lastNight(new Date('2026-11-24T07:00:00Z'))).toEqual(new Date('2026-11-24T07:00:00Z'));
    expect(lastNight(new Date('2026-11-24T06:59:59Z'))).toEqual(new Date('2026-11-23T07:00:00Z'));
  });
});
