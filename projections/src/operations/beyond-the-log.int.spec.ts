import { type Database, openDatabase } from '@groundswell/platform/database';
import { installReadModel, prepareReadStore, schemaOf, strandBeyond } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { followersBeyond, readFollowers } from './beyond-the-log.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  await prepareReadStore(database);
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

const beyond = async (end?: bigint) => followersBeyond(await readFollowers(database, [trendList]), end);
const text = (name: string, position: number) =>
  expect.stringMatching(`^${name} has read up to position ${position}, .+ an older one was restored`);

describe('what workers follow the log with', () => {
  it('is named when it has read a longer log than there is, and as long as it holds what that one said', async () => {
    const book = { ...trendList, name: 'spareBook' };
    await installReadModel(database, trendList);
    await installReadModel(database, book);
    await database.query(
      'UPDATE read_store.checkpoint SET commit_position = 300, prepare_position = 300',
      [],
    );
    expect(await beyond(300n)).toEqual([]);
    for (const end of [299n, undefined]) expect(await beyond(end)).toEqual([text('spareBook', 300)]);
    await strandBeyond(database, [schemaOf(book)], { commit: 299n });
    expect(await beyond(900n)).toEqual([text('spareBook', 300)]);
  });

  it('is named also where it is the reading for mails', async () => {
    await database.query('CREATE SCHEMA mail; CREATE TABLE mail.reading (position numeric NOT NULL)');
    expect(await beyond(40n)).toEqual([]);
    await database.query('INSERT INTO mail.reading VALUES (41)');
    expect(await beyond(41n)).toEqual([]);
    expect(await beyond(40n)).toEqual([text('mail', 41)]);
  });
});
