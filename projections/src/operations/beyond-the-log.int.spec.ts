import { installReadModel, schemaOf, strandBeyond } from '@groundswell/platform/read-store';
import { describe, expect, it } from 'vitest';
import { trendList } from '../read-models/trend-list/trend-list.js';
import { freshReadStore } from '../specification/fresh-read-store.js';
import { followersBeyond, readFollowers } from './beyond-the-log.js';

const store = freshReadStore();

const beyond = async (end?: bigint) => followersBeyond(await readFollowers(store.database, [trendList]), end);
const text = (name: string, position: number) =>
  expect.stringMatching(`^${name} has read up to position ${position}, .+ an older one was restored`);

describe('what workers follow the log with', () => {
  it('is named when it has read a longer log than there is, and as long as it holds what that one said', async () => {
    const book = { ...trendList, name: 'spareBook' };
    await installReadModel(store.database, trendList);
    await installReadModel(store.database, book);
    await store.database.query(
      'UPDATE read_store.checkpoint SET commit_position = 300, prepare_position = 300',
      [],
    );
    expect(await beyond(300n)).toEqual([]);
    for (const end of [299n, undefined]) expect(await beyond(end)).toEqual([text('spareBook', 300)]);
    await strandBeyond(store.database, [schemaOf(book)], { commit: 299n });
    expect(await beyond(900n)).toEqual([text('spareBook', 300)]);
  });

  it('is named also where it is the reading for mails', async () => {
    await store.database.query('CREATE SCHEMA mail; CREATE TABLE mail.reading (position numeric NOT NULL)');
    expect(await beyond(40n)).toEqual([]);
    await store.database.query('INSERT INTO mail.reading VALUES (41)');
    expect(await beyond(41n)).toEqual([]);
    expect(await beyond(40n)).toEqual([text('mail', 41)]);
  });
});
