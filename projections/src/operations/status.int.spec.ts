import { installReadModel, schemaOf } from '@groundswell/platform/read-store';
import { beforeEach, describe, expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { freshReadStore } from '../specification/fresh-read-store.js';
import { noteFileFault, readAlarms } from './alarms.js';
import { forgetKeeper, type KeeperReport, noteKeepers } from './keepers.js';
import { prepareOperations } from './prepare-operations.js';
import { beginRebuild, moveRebuild, turnRebuild } from './rebuilds.js';
import { readRebuilds, readStatus } from './status.js';

const store = freshReadStore();
beforeEach(async () => {
  await prepareOperations(store.database);
  await installReadModel(store.database, trendList);
});

const report = (more: Partial<KeeperReport> = {}): KeeperReport => ({
  readModel: 'trendList',
  process: 'one:1',
  state: 'live',
  fault: undefined,
  lag: { events: 0, seconds: 0 },
  applied: 12,
  perSecond: 3,
  since: new Date(),
  ...more,
});
const say = (...reports: KeeperReport[]) => noteKeepers(store.database, reports);
const status = async () => (await readStatus(store.database, [trendList]))[0];

describe('a read model', () => {
  it('is healthy while its owner reports so', async () => {
    await say(report());
    expect(await status()).toMatchObject({
      healthy: true,
      problem: null,
      owner: 'one:1',
      version: trendList.version,
      perSecond: 3,
    });
  });

  it.each([
    [{ state: 'stopped', fault: 'ConceptRenamed … cannot be applied' }, 'ConceptRenamed … cannot be applied'],
    [
      { state: 'disconnected', fault: 'the event store cannot be reached' },
      'its process lost a connection: the event store cannot',
    ],
    [{ lag: { events: 3, seconds: 61 } }, 'it is 61 s behind the log'],
    [{ lag: undefined }, 'its lag is unknown'],
    [{ state: 'waiting' }, 'none owns it'],
  ])('is unhealthy when its owner reports %j', async (more, problem) => {
    await say(report(more));
    expect(await status()).toMatchObject({ healthy: false, problem: expect.stringContaining(problem) });
  });

  it('is unhealthy when it has no owner, or its owner has fallen silent', async () => {
    expect(await status()).toMatchObject({
      healthy: false,
      owner: null,
      problem: expect.stringContaining('no process'),
    });
    await say(report());
    await store.database.query(`UPDATE operations.keeper SET said_at = now() - interval '16 seconds'`);
    expect(await status()).toMatchObject({ healthy: false, owner: null });
    await say(report());
    expect(await status()).toMatchObject({ healthy: true });
    await forgetKeeper(store.database, 'one:1');
    expect(await status()).toMatchObject({ healthy: false });
  });

  it('is reported on by its owner, and not by standby processes', async () => {
    await say(
      report({ process: 'one:1', state: 'catching up' }),
      report({ process: 'two:2', state: 'waiting' }),
    );
    expect(await status()).toMatchObject({ healthy: true, owner: 'one:1', state: 'catching up' });
  });

  it('shows its rows as they are, whatever the statistics say of so few', async () => {
    await say(report());
    await store.database.query(
      `INSERT INTO ${schemaOf(trendList)}.card (id, name, description, holdings, created_at, changed_at, position)
       SELECT n::text, 'Ocean', 'Tides', '[]', now(), now(), n FROM generate_series(1, 3) n`,
    );
    await store.database.query('SELECT pg_stat_force_next_flush()');
    await store.database.query(
      `SELECT pg_stat_reset_single_table_counters('${schemaOf(trendList)}.card'::regclass)`,
    );
    expect((await status())?.rows).toBe(3);
  });

  it('is unhealthy while its tables are of an older version', async () => {
    await say(report({ state: 'building' }));
    await store.database.query('UPDATE read_store.checkpoint SET version = version - 1');
    const [older, newer] = [trendList.version - 1, trendList.version];
    expect(await status()).toMatchObject({
      healthy: false,
      problem: `its tables have version ${older} until version ${newer} is built`,
    });
  });

  it('is unhealthy when its tables do not exist', async () => {
    const [missing] = await readStatus(store.database, [{ ...trendList, name: 'nobodyMadeIt' }]);
    expect(missing).toMatchObject({
      version: null,
      healthy: false,
      problem: expect.stringContaining('do not exist'),
    });
  });
});

describe('what workers fold from the log', () => {
  it('is an alarm when it stands still for a minute although the log has moved, and not before', async () => {
    const spare = { ...trendList, name: 'spareBook' };
    await installReadModel(store.database, spare);
    const stand = (schema: string, position: number, seconds: number) =>
      store.database.query(
        `UPDATE read_store.checkpoint SET commit_position = $2::bigint, prepare_position = $2::bigint,
           advanced_at = now() - $3::integer * interval '1 second' WHERE schema = $1`,
        [schema, position, seconds],
      );
    const alarms = () => readAlarms(store.database, [trendList]);
    await stand(schemaOf(trendList), 302, 5);
    for (const [position, seconds] of [
      [302, 900],
      [300, 30],
    ] as const) {
      await stand(schemaOf(spare), position, seconds);
      expect(await alarms()).toEqual([]);
    }
    await stand(schemaOf(spare), 300, 90);
    expect(await alarms()).toEqual([
      expect.stringMatching(
        /^spareBook is at position 300 and has not moved for 9\d s, although the log has/,
      ),
    ]);
  });

  it('is no alarm beside a read model that stays where a log that is gone has ended', async () => {
    const [spare, chain] = ['spareBook', 'oldChain'].map((name) => ({ ...trendList, name }));
    if (!spare || !chain) throw new Error('two');
    for (const model of [spare, chain]) await installReadModel(store.database, model);
    await store.database.query(
      `UPDATE read_store.checkpoint SET commit_position = CASE schema WHEN $1 THEN 5000 ELSE 300 END,
         prepare_position = 300, stranded = schema = $1, advanced_at = now() - interval '90 seconds'`,
      [schemaOf(chain)],
    );
    const alarms = () => readAlarms(store.database, [trendList, chain]);
    expect(await alarms()).toEqual([]);
    await store.database.query(
      `INSERT INTO read_store.log (id, is_current) VALUES ('the-log-before', false), ('the-log', true);
       UPDATE read_store.checkpoint SET stranded = false, log = 'the-log-before' WHERE schema = '${schemaOf(chain)}'`,
    );
    expect(await alarms()).toEqual([]);
  });
});

describe('the file of checkpoints', () => {
  const alarms = () => readAlarms(store.database, [trendList]);
  const diverged = 'the chain no longer leads there';

  it('is an alarm from the fault on until the process that reported it can continue the file', async () => {
    await noteFileFault(store.database, 'one:1', diverged);
    await noteFileFault(store.database, 'one:1', diverged);
    expect(await alarms()).toEqual([`the file of checkpoints (one:1): ${diverged}`]);
    await noteFileFault(store.database, 'two:2', undefined);
    expect(await alarms()).toEqual([`the file of checkpoints (one:1): ${diverged}`]);
    await noteFileFault(store.database, 'one:1', undefined);
    expect(await alarms()).toEqual([]);
  });

  it('is no longer an alarm when the process that reported it is gone', async () => {
    await noteFileFault(store.database, 'one:1', diverged);
    await store.database.query(
      `UPDATE operations.checkpoint_file_fault SET said_at = now() - interval '61 seconds'`,
    );
    expect(await alarms()).toEqual([]);
    await noteFileFault(store.database, 'one:1', diverged);
    expect(await alarms()).toEqual([`the file of checkpoints (one:1): ${diverged}`]);
  });
});

describe('a rebuild', () => {
  const begin = (id: string) =>
    beginRebuild(store.database, {
      id,
      readModel: 'trendList',
      kind: 'replay',
      schema: 'trend_list__next',
      process: 'one:1',
      from: undefined,
      until: { commit: 100n, prepare: 100n },
    });

  it('shows its progress, counts as lost when its lock is released, and says how it ended', async () => {
    await begin('a');
    const session = await store.database.session();
    await session.query(`SELECT pg_advisory_lock(hashtextextended('own trend_list__next', 0))`);
    await moveRebuild(store.database, 'a', {
      position: { commit: 40n, prepare: 40n },
      events: 30,
      perSecond: 15,
    });
    expect(await readRebuilds(store.database)).toMatchObject([
      {
        state: 'building',
        from: '0',
        position: '40',
        until: '100',
        events: '30',
        perSecond: 15,
        endedAt: null,
      },
    ]);
    await session.close();
    await expect
      .poll(async () => (await readRebuilds(store.database))[0]?.state, { timeout: 20_000 })
      .toBe('lost');
    await turnRebuild(store.database, 'a', 'swapped');
    expect(await readRebuilds(store.database)).toMatchObject([
      { state: 'swapped', endedAt: expect.any(Date) },
    ]);
  });

  it('that was killed stays lost when another one continues it', async () => {
    await begin('killed');
    const session = await store.database.session();
    await session.query(`SELECT pg_advisory_lock(hashtextextended('own trend_list__next', 0))`);
    await begin('next');
    const shown = (await readRebuilds(store.database)).map(({ id, state, endedAt }) => [
      id,
      state,
      endedAt !== null,
    ]);
    expect(shown).toEqual([
      ['next', 'building', false],
      ['killed', 'lost', true],
    ]);
    await session.close();
  });

  it('is forgotten after two hundred others', async () => {
    for (let n = 0; n < 205; n += 1) await begin(String(n).padStart(3, '0'));
    const kept = await readRebuilds(store.database, 1_000);
    expect(kept.length).toBeLessThanOrEqual(201);
    expect(kept.map(({ id }) => id)).toContain('204');
    expect(kept.map(({ id }) => id)).not.toContain('000');
  });
});
