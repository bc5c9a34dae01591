import { createLog } from '@groundswell/platform';
import { openDatabase } from '@groundswell/platform/database';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { logChain } from '../read-models/log-chain/log-chain.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { keepAuditing } from './keep-auditing.js';

vi.setConfig({ testTimeout: 120_000 });
const patiently = { timeout: 30_000, interval: 50 };
const shared = shareStack(['trend_list']);
const { create, upToDate } = trendsOn(shared);

/** An instance with a manual clock. */
const startNights = () => {
  let now = new Date('2026-11-24T06:30:00Z');
  const { database, eventStore, variables } = shared;
  const kept = keepAuditing({
    database,
    eventStore,
    models: [trendList, logChain],
    openNight: () => openDatabase({ url: variables.DATABASE_URL, name: 'spec by night', connections: 6 }),
    directory: undefined,
    log: createLog({ service: 'spec', level: 'silent' }),
    now: () => now,
    every: 25,
  });
  onTestFinished(() => kept.stop());
  return {
    moveTo: (time: string) => {
      now = new Date(time);
    },
  };
};

const ofRows = async (): Promise<[string, string][]> =>
  (
    await shared.database.query<{ read_model: string; verdict: string }>(
      `SELECT read_model, verdict FROM evidence.comparison WHERE words <> 'forged' ORDER BY id`,
    )
  ).map(({ read_model, verdict }) => [read_model, verdict]);
const audits = async () => (await shared.database.query('SELECT 1 FROM evidence.audit')).length;
const findings = async (): Promise<string[]> =>
  (await carryOut(['status', '--json'], shared.variables)).document.problems.filter((words: string) =>
    words.startsWith('finding '),
  );

describe('every night at seven, UTC', () => {
  it('finds a row that was altered during the day, which stays in status until it is answered', async () => {
    const { id } = await create('Ocean');
    await shared.keep(trendList, logChain);
    await upToDate();
    const { moveTo } = startNights();
    await expect.poll(audits, patiently).toBe(1);
    await shared.database.query(`UPDATE card SET name = 'Forged' WHERE id = $1`, [id]);
    moveTo('2026-11-24T06:59:59Z');
    expect([await ofRows(), await findings()]).toEqual([[], []]);

    // A forged future entry that is meant to suppress all later comparisons.
    await shared.database.query(`INSERT INTO evidence.comparison (read_model, verdict, words, log, process, ended_at)
      SELECT 'trendList', 'equal', 'forged', log, '', '2099-01-01' FROM evidence.audit`);
    moveTo('2026-11-24T07:00:00Z');
    const first = [
      ['trendList', 'different'],
      ['logChain', 'equal'],
    ];
    await expect.poll(ofRows, patiently).toEqual(first);
    const found = expect.stringContaining('verify found 1 row of trendList that differ from the log.');
    expect(await findings()).toEqual([found]);

    const as = { ...shared.variables, OPERATOR_ID: 'ops-3' };
    expect((await carryOut(['replay', 'trendList'], as)).code).toBe(0);
    moveTo('2026-11-25T07:00:01Z');
    await expect.poll(ofRows, patiently).toEqual([...first, ['trendList', 'equal'], ['logChain', 'equal']]);
    expect(await findings()).toEqual([found]);
    const number = /^finding (\d+)/.exec((await findings())[0] ?? '')?.[1] ?? '';
    expect((await carryOut(['answer', number, '--reason=a drill'], as)).code).toBe(0);
    expect(await findings()).toEqual([]);
  });

  it('says of a read model that does not run that it was not compared as a whole', async () => {
    await create('Ocean');
    const daemon = await shared.keep(trendList, logChain);
    await upToDate();
    const { moveTo } = startNights();
    await expect.poll(audits, patiently).toBe(1);
    await daemon.stop();
    await create('Lake');
    moveTo('2026-11-24T07:00:00Z');
    await expect.poll(ofRows, patiently).toEqual([
      ['trendList', 'incomplete'],
      ['logChain', 'incomplete'],
    ]);
  });
});
