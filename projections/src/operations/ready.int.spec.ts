import { askReadiness, startHealthServer } from '@groundswell/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { carryOut } from '../operator/spec-kit/carry-out.js';
import { conceptRecord } from '../read-models/concept-record/concept-record.js';
import { parkedJobs } from '../read-models/parked-jobs/parked-jobs.js';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { shareStack } from '../specification/shared-stack.js';
import { trendsOn } from '../specification/trends.js';
import { readStatus } from './status.js';

const shared = shareStack(['trend_list'], 'own process');
const { create, upToDate } = trendsOn(shared);
const eventually = { timeout: 20_000, interval: 50 };
const models = [trendList, conceptRecord, parkedJobs];

/** What `/health/ready` and `status` report for these read models, by read model. */
const start = async () => {
  const daemon = await shared.keep(...models);
  const server = await startHealthServer({ host: '127.0.0.1', port: 0 }, daemon.checks);
  onTestFinished(() => server.close());
  const health = async () =>
    Object.fromEntries(
      (await askReadiness(`http://127.0.0.1:${server.port}`)).map(({ check, why }) => [check, why]),
    );
  const status = async () =>
    Object.fromEntries(
      (await readStatus(shared.database, models)).flatMap(({ readModel, runs, problem }) =>
        runs ? [] : [[readModel, problem]],
      ),
    );
  return { daemon, health, status };
};

describe('/health/ready and status', () => {
  it('name the same read models for the same reasons: tables that are gone', async () => {
    const { health, status } = await start();
    await create('Well');
    await upToDate();
    await expect.poll(health, eventually).toEqual({});
    await expect.poll(status, eventually).toEqual({});

    await shared.database.query('ALTER TABLE trend_list.card RENAME TO elsewhere');
    await create('Not well');
    const stopped = {
      trendList:
        'table card is missing, table elsewhere does not belong there. `replay trendList` rebuilds it from the log.',
    };
    await expect.poll(health, eventually).toEqual(stopped);
    await expect.poll(status, eventually).toEqual(stopped);
    expect(await status()).toEqual(await health());
    const { document } = await carryOut(['status', '--json'], shared.variables);
    const said = document.problems.filter((line: string) =>
      /^(trendList|conceptRecord|parkedJobs): /.test(line),
    );
    expect(said).toEqual(Object.entries(await health()).map(([name, why]) => `${name}: ${why}`));

    await shared.database.query('ALTER TABLE trend_list.elsewhere RENAME TO card');
    await expect.poll(health, eventually).toEqual({});
    await expect.poll(status, eventually).toEqual({});
  });

  it('name the same while the event store is away, and are well again after it', async () => {
    const { health, status } = await start();
    await create('Well');
    await upToDate();
    await expect.poll(health, eventually).toEqual({});
    await shared.stack.eventStore?.kill();
    const names = async (ask: () => Promise<object>) => Object.keys(await ask()).sort();
    const all = models.map(({ name }) => name).sort();
    await expect.poll(() => names(health), eventually).toEqual(all);
    await expect.poll(() => names(status), eventually).toEqual(all);
    await shared.stack.restartEventStore();
    await expect.poll(() => names(health), eventually).toEqual([]);
    await expect.poll(() => names(status), eventually).toEqual([]);
  });

  it('count a standby process as ready while another owns them', async () => {
    const { health } = await start();
    await upToDate();
    await expect.poll(health, eventually).toEqual({});
    const second = await start();
    await expect.poll(second.health, eventually).toEqual({});
  });
});
