import { OtherLog } from '@groundswell/platform/event-store';
import { installReadModel, schemaOf } from '@groundswell/platform/read-store';
import { beforeEach, describe, expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { freshReadStore } from '../specification/fresh-read-store.js';
import { readBesideTheLog, readFollowers } from './lost-by-the-log.js';
import { prepareOperations } from './prepare-operations.js';
import { readStatus } from './status.js';

const store = freshReadStore();
beforeEach(() => prepareOperations(store.database));

const beside = async (goesOn: (name: string) => boolean) => {
  const names = (await readFollowers(store.database, [trendList])).map(({ name }) => name);
  const log = { goesOn: async () => names.map(goesOn) };
  const statuses = await readStatus(store.database, [trendList]);
  return readBesideTheLog(store.database, log, [trendList], statuses);
};
const text = (name: string, position: number) =>
  expect.stringMatching(`^${name} has read up to position ${position}, .+ an older log was restored`);
const move = (schema: string, position: number) =>
  store.database.query(
    `UPDATE read_store.checkpoint SET commit_position = $2, prepare_position = $2, log = 'first', seen_id = 'last',
       seen_stream = 'concept-1', seen_revision = 3, seen_commit = 290, seen_prepare = 290 WHERE schema = $1`,
    [schema, position],
  );

describe('what workers follow the log with', () => {
  it('is named when it has read what the log lost, and as long as it holds it', async () => {
    const spare = { ...trendList, name: 'spareBook' };
    await installReadModel(store.database, trendList);
    await installReadModel(store.database, spare);
    await move(schemaOf(spare), 300);
    expect((await beside(() => true)).problems).toEqual([]);
    expect((await beside((name) => name !== 'spareBook')).problems).toEqual([text('spareBook', 300)]);
    await store.database.query('UPDATE read_store.checkpoint SET stranded = true WHERE schema = $1', [
      schemaOf(spare),
    ]);
    expect((await beside(() => true)).problems).toEqual([text('spareBook', 300)]);
  });

  it('is asked about by the log that it read, and the event that it saw there', async () => {
    await installReadModel(store.database, trendList);
    await move(schemaOf(trendList), 300);
    await store.database.query('CREATE SCHEMA mail; CREATE TABLE mail.reading (position numeric NOT NULL)');
    await store.database.query('INSERT INTO mail.reading VALUES (41)');
    const at = (commit: bigint) => ({ commit, prepare: commit });
    const seen = { id: 'last', stream: 'concept-1', revision: 3n, position: at(290n) };
    const followers = await readFollowers(store.database, [trendList]);
    expect(followers.map(({ name, place }) => [name, place])).toEqual([
      ['trendList', { log: 'first', position: at(300n), seen }],
      // From before logs had identities.
      ['mail', { log: undefined, position: at(41n), seen: undefined }],
    ]);
    await store.database.query(
      `ALTER TABLE mail.reading ADD log text, ADD seen_id text, ADD seen_stream text, ADD seen_revision bigint, ADD seen_position bigint`,
    );
    await store.database.query(
      `UPDATE mail.reading SET log = 'first', seen_id = 'last', seen_stream = 'concept-1', seen_revision = 3, seen_position = 290`,
    );
    expect((await readFollowers(store.database, [trendList]))[1]?.place).toEqual({
      log: 'first',
      position: at(41n),
      seen,
    });
    expect((await beside((name) => name !== 'mail')).problems).toEqual([text('mail', 41)]);
  });
});

it('another log is said once, and no read model is well', async () => {
  await installReadModel(store.database, trendList);
  const statuses = await readStatus(store.database, [trendList]);
  const goesOn = async () => {
    throw new OtherLog('expected', 'found');
  };
  const found = await readBesideTheLog(store.database, { goesOn }, [trendList], statuses);
  expect(found).toMatchObject({
    isOther: true,
    statuses: [{ healthy: false, problem: 'its rows come from another log' }],
    problems: [expect.stringContaining('another log (found); the log expected is expected')],
  });
});
