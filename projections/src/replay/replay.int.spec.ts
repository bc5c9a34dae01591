import { setTimeout } from 'node:timers/promises';
import { isOwned, shadowSchemaOf, tryOwnership } from '@groundswell/platform/read-store';
import { describe, expect, it, vi } from 'vitest';
import { readRebuilds } from '../operations/status.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { lookBack } from './look-back.js';
import { replay } from './replay.js';
import { dropLeftovers } from './shadow.js';
import { verify } from './verify.js';

vi.setConfig({ testTimeout: 120_000 });
const shared = shareStack(['trend_list']);
const { create, written, names, upToDate, shadows, dependencies } = trendsOn(shared);
const patiently = { timeout: 60_000, interval: 25 };
const plan = { fresh: false, dryRun: false };
const forgeAll = () => shared.database.query(`UPDATE card SET name = 'Forged'`);

describe('replay', () => {
  it('continues where an interrupted one stopped, and starts over on request', async () => {
    for (let n = 0; n < 30; n += 1) await create(`Trend ${n}`);
    await shared.keep(trendList);
    await upToDate();
    const interrupt = async () => {
      const stop = new AbortController();
      const onProgress = () => stop.abort();
      const broken = { ...dependencies(), signal: stop.signal, onProgress, batchSize: 10 };
      await expect(replay(broken, [trendList], plan)).rejects.toThrow('aborted');
    };
    await interrupt();
    expect(await shadows()).toEqual(['trend_list__next']);
    expect(await readRebuilds(shared.database, 1)).toMatchObject([{ kind: 'replay', state: 'interrupted' }]);
    const seen: (bigint | undefined)[] = [];
    const told = { ...plan, onBegun: (from: bigint | undefined) => seen.push(from) };
    const done = await replay(dependencies(), [trendList], told);
    expect(seen[0]).toBeGreaterThan(0n);
    expect(done).toMatchObject({ swapped: true, from: seen[0], comparisons: [{ differences: 0 }] });
    expect(done.events).toBeLessThan(written.events);
    await interrupt();
    expect(await replay(dependencies(), [trendList], { ...plan, fresh: true })).toMatchObject({
      from: undefined,
      events: written.events,
    });
  });

  it('changes nothing on a dry run, and leaves nothing behind', async () => {
    const { id } = await create('One');
    await shared.keep(trendList);
    await upToDate();
    await shared.database.query(`UPDATE card SET name = 'Forged' WHERE id = $1`, [id]);
    const done = await replay(dependencies(), [trendList], { ...plan, dryRun: true });
    expect(done).toMatchObject({ swapped: false, comparisons: [{ differences: 1 }] });
    expect(await names()).toContain('Forged');
    expect(await shadows()).toEqual([]);
  });

  it('is refused while another process builds the same', async () => {
    await create('One');
    await shared.keep(trendList);
    await upToDate();
    const other = await tryOwnership(shared.database, shadowSchemaOf(trendList));
    await expect(replay(dependencies(), [trendList], plan)).rejects.toThrow('by another process');
    await other?.close();
    await expect(replay(dependencies(), [trendList], plan)).resolves.toMatchObject({ swapped: true });
  });

  it('is refused for a program that is older than the tables', async () => {
    await shared.keep({ ...trendList, version: trendList.version + 1 });
    await expect(replay(dependencies(), [trendList], plan)).rejects.toThrow('newer than this program');
    const { comparisons } = await verify(dependencies(), [trendList]);
    expect(comparisons[0]?.notCompared).toContain(`has version ${trendList.version + 1}`);
    expect(await shadows()).toEqual([]);
  });

  it('looks at the past without touching the present', async () => {
    const { position } = await create('First');
    const [trends, events] = [written.trends, written.events];
    await create('Second');
    await shared.keep(trendList);
    await upToDate();
    const until = { kind: 'position', position: { commit: position, prepare: position } } as const;
    const table = { liveRows: trends + 1, rebuiltRows: trends, surplus: 1, missing: 0, changed: 0 };
    expect(await lookBack(dependencies(), [trendList], until)).toMatchObject({
      comparisons: [{ tables: [table] }],
      events,
    });
    expect(await shadows()).toEqual([]);
  });

  it('removes what a killed look at the past left, and nothing still in use', async () => {
    const { database } = shared;
    await shared.keep(trendList);
    await database.query(`INSERT INTO read_store.checkpoint (schema, read_model, version, shape)
      VALUES ('trend_list__past_0a', 'trendList', 1, ''), ('trend_list__next', 'trendList', 1, '')`);
    await database.query('CREATE SCHEMA trend_list__past_0a');
    expect(await dropLeftovers(database)).toEqual(['trend_list__past_0a']);
    expect(await shadows()).toEqual([]);
    expect(await dropLeftovers(database)).toEqual([]);
  });

  it('does not keep the lock of what it could not remove', async () => {
    const { database } = shared;
    await shared.keep(trendList);
    await database.query(`
      INSERT INTO read_store.checkpoint (schema, read_model, version, shape)
      VALUES ('trend_list__past_0a', 'trendList', 1, '');
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON read_store.checkpoint EXECUTE FUNCTION refuse()`);
    await expect(dropLeftovers(database)).rejects.toThrow('not now');
    const isHeld = () => database.query(`SELECT ${isOwned(`'trend_list__past_0a'`)} AS held`);
    await expect.poll(isHeld, patiently).toEqual([{ held: false }]);
  });

  it('repairs what verify has found, while readers miss no row and the log grows', async () => {
    const { database } = shared;
    for (let n = 0; n < 30; n += 1) await create(`Trend ${n}`);
    await shared.keep(trendList, conceptRecord);
    await upToDate();
    const before = written.trends;
    await forgeAll();
    let going = true;
    const counts: number[] = [];
    const reader = (async () => {
      while (going) {
        counts.push((await names()).length);
        await setTimeout(5);
      }
    })();
    const writer = (async () => {
      while (going) {
        await create('More');
        await setTimeout(5);
      }
    })();
    const done = await replay(dependencies(), [trendList, conceptRecord], plan);
    going = false;
    await Promise.all([reader, writer]);
    expect(done).toMatchObject({
      swapped: true,
      comparisons: [{ tables: [{ changed: before }] }, { differences: 0 }],
    });
    // The record of the run shows later that served data had been wrong.
    expect(await readRebuilds(database, 1)).toMatchObject([
      { state: 'swapped', message: `${before} rows differed from what was served` },
    ]);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(before);
    const { differences, comparisons } = await verify(dependencies(), [trendList, conceptRecord]);
    expect(differences).toEqual([]);
    expect(comparisons.map(({ notCompared }) => notCompared)).toEqual([undefined, undefined]);
    // The daemon continues with the new tables.
    const { position } = await create('Last');
    await expect.poll(async () => (await names()).includes('Last'), patiently).toBe(true);
    expect(position).toBeGreaterThan(done.position ?? 0n);
    expect(await shadows()).toEqual([]);
  });
});
