import { describe, expect, it, vi } from 'vitest';
import { readStatus } from '../operations/status.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { lookBack } from './look-back.js';
import { replay } from './replay.js';
import { verify } from './verify.js';

vi.setConfig({ testTimeout: 120_000 });
const shared = shareStack(['trend_list']);
const { create, upToDate, dependencies } = trendsOn(shared);
const plan = { fresh: false, dryRun: false };

const problems = async () =>
  (await readStatus(shared.database, [trendList, conceptRecord])).map(({ problem }) => problem);
const forge = (id: string) => shared.database.query(`UPDATE card SET name = 'Forged' WHERE id = $1`, [id]);
const said = (rows: string) =>
  `${rows} different from the log when last checked: verify shows what differs, replay fixes it`;

describe('rows that do not match the log', () => {
  let daemon: Awaited<ReturnType<typeof shared.keep>>;
  const served = async () => {
    const { id } = await create('One');
    await create('Two');
    daemon = await shared.keep(trendList, conceptRecord);
    await upToDate();
    await expect.poll(problems, { timeout: 30_000 }).toEqual([null, null]);
    return id;
  };

  it('leave their read model unhealthy from verify on until a replay has repaired them', async () => {
    const id = await served();
    await forge(id);
    expect(await problems()).toEqual([null, null]);
    await verify(dependencies(), [trendList, conceptRecord]);
    expect(await problems()).toEqual([said('1 row was'), null]);
    await replay(dependencies(), [conceptRecord], plan);
    expect(await problems()).toEqual([said('1 row was'), null]);
    await replay(dependencies(), [trendList], plan);
    expect(await problems()).toEqual([null, null]);
  });

  it('are found by a dry run as well, and gone once verify finds none', async () => {
    const id = await served();
    await forge(id);
    await replay(dependencies(), [trendList], { ...plan, dryRun: true });
    expect(await problems()).toEqual([said('1 row was'), null]);
    await lookBack(dependencies(), [trendList], { kind: 'position', position: { commit: 1n, prepare: 1n } });
    expect(await problems()).toEqual([said('1 row was'), null]);
    await shared.database.query(`UPDATE card SET name = 'One' WHERE id = $1`, [id]);
    await verify(dependencies(), [trendList]);
    expect(await problems()).toEqual([null, null]);
  });

  it('disappear with the version that held them', async () => {
    await forge(await served());
    await verify(dependencies(), [trendList]);
    expect(await problems()).toEqual([said('1 row was'), null]);
    await daemon.stop();
    await shared.keep({ ...trendList, version: trendList.version + 1 }, conceptRecord);
    await expect.poll(problems, { timeout: 30_000 }).toEqual([null, null]);
  });
});
