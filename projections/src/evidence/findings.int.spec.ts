import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { type ChainedLog, describe, it, startChainedLog } from '../audit/spec-kit/chained-log.js';
import { readAlarms } from '../operations/alarms.js';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { readModels } from '../registry.js';
import { replay } from '../replay/replay.js';
import { noteFinding, restoredText } from './findings.js';
import { prepareEvidence } from './prepare-evidence.js';

vi.setConfig({ testTimeout: 60_000 });

let instance: ChainedLog;
beforeAll(async () => {
  instance = await startChainedLog();
  await prepareEvidence(instance.database);
}, 60_000);
afterAll(() => instance.stop());
afterEach(() => instance.restore());

const ops = (...words: string[]) => carryOut(words, { ...instance.variables, OPERATOR_ID: '' });
const waiting = async (): Promise<string[]> =>
  (await readAlarms(instance.database, readModels)).filter((words) => words.startsWith('finding '));
const numberIn = (words: string | undefined) => /^finding (\d+),/.exec(words ?? '')?.[1] ?? '';
const answerAll = async () => {
  for (const words of await waiting())
    expect((await ops('answer', numberIn(words), '--as=ops-3', '--reason=a drill')).code).toBe(0);
};
afterEach(answerAll);

it('several processes that notice the same at one moment record one finding', async () => {
  const found = { kind: 'restored', words: restoredText, log: null } as const;
  await Promise.all(Array.from({ length: 8 }, () => noteFinding(instance.database, found)));
  expect(await waiting()).toHaveLength(1);
});

describe('a failed audit', () => {
  it('stays in status until it is answered by name and reason, also when the next one is clean', async () => {
    await instance.flip('data', 77);
    expect((await ops('audit', 'verify')).code).toBe(1);
    expect((await ops('audit', 'verify')).code).toBe(1);
    await instance.restore();
    expect((await ops('audit', 'verify')).code).toBe(0);
    const { code, out } = await ops('status');
    expect(code).toBe(1);
    expect(out).not.toContain('All is well');
    const [found, ...more] = await waiting();
    expect(more).toEqual([]);
    expect(found).toMatch(
      /audit verify: altered {3}position 77: .+ The log is not what was recorded\. \(Once it is explained: answer/,
    );
    expect(out).toContain(found);

    const id = numberIn(found);
    expect((await ops('answer', id)).code).toBe(2);
    expect((await ops('answer', id, '--reason=a drill')).notes).toContain('who answers?');
    expect((await ops('answer', 'all', '--as=ops-3', '--reason=a drill')).code).toBe(2);
    expect((await ops('answer', '999999', '--as=ops-3', '--reason=a drill')).out).toContain(
      'Finding 999999 doesn’t exist',
    );
    expect(await waiting()).toEqual([found]);
    expect((await ops('answer', id, '--as=ops-3', '--reason=a drill')).code).toBe(0);
    expect(await waiting()).toEqual([]);
    expect((await ops('answer', id, '--as=ops-4', '--reason=another')).out).toContain('was already answered');
  });

  it('that fails again once it was answered is found again', async () => {
    await instance.flip('data', 77);
    await ops('audit', 'verify');
    await answerAll();
    await ops('audit', 'verify');
    expect(await waiting()).toHaveLength(1);
  });
});

describe('more findings than status lists', () => {
  it('are counted, so that it does not hide the newest without a word', async () => {
    const notes = Array.from(
      { length: 22 },
      (_, n) => ({ kind: 'replay', words: `drill ${n}`, log: null }) as const,
    );
    for (const found of notes) await noteFinding(instance.database, found);
    expect(await waiting()).toHaveLength(20);
    expect(await readAlarms(instance.database, readModels)).toContainEqual(
      '2 more findings are waiting for an answer, listed once earlier ones are answered',
    );
    await answerAll();
  });
});

describe('what was found', () => {
  it.each([
    'UPDATE evidence.finding SET words = $1',
    'DELETE FROM evidence.answer',
    'TRUNCATE evidence.answer',
  ])('is never changed or removed: %s', async (statement) => {
    await expect(instance.database.query(statement, statement.includes('$1') ? [''] : [])).rejects.toThrow(
      'never changed or removed',
    );
  });
});

describe('a rebuild or a comparison that failed', () => {
  it('stays in status: evidence that was not replaced, rows that differ, a rebuild that ended', async () => {
    await instance.database.query('UPDATE log_chain.chain_head SET chain = root');
    expect((await ops('replay', 'logChain')).code).toBe(1);
    expect((await ops('verify', 'logChain')).code).toBe(1);
    await instance.chainAnew();
    const broken = {
      database: instance.database,
      eventStore: instance.eventStore,
      signal: new AbortController().signal,
    };
    const onBegun = () => {
      throw new Error('no space left on device');
    };
    const plan = { fresh: false, dryRun: true, onCompared: onBegun };
    const trends = readModels.filter(({ name }) => name === 'trendList');
    await expect(replay(broken, trends, plan)).rejects.toThrow('no space left');
    expect(await waiting()).toEqual([
      expect.stringContaining('A rebuild did not replace logChain'),
      expect.stringContaining('verify found 1 row of logChain that differ from the log.'),
      expect.stringContaining('A rebuild of trendList failed: no space left on device'),
    ]);
  });
});
