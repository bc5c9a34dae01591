import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/index.js';
import { type IdentityChange, type IdentityChanges, openIdentityChanges } from './identity-changes.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let changes: IdentityChanges;
const end = new Date('2026-11-20T12:00:00Z');
const minute = 60_000;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'identity changes spec' });
  changes = await openIdentityChanges(database);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('ended sessions', () => {
  it('are remembered as long as a token of theirs can be valid', async () => {
    await database.transaction((sql) => changes.noteEnded(['over', 'over-too'], end, sql));
    await database.transaction((sql) => changes.noteEnded(['over'], end, sql));
    expect(await changes.endedAmong(['open', 'over', 'over-too'])).toEqual(new Set(['over', 'over-too']));
    expect(await changes.removeExpired(new Date(end.getTime() + 10 * minute))).toBe(0);
    expect((await changes.ended(10)).toSorted()).toEqual(['over', 'over-too']);
    expect(await changes.ended(1)).toHaveLength(1);
    expect(await changes.removeExpired(new Date(end.getTime() + 21 * minute))).toBe(2);
    expect(await changes.ended(10)).toEqual([]);
  });

  it('are not recorded when the change that would end them fails', async () => {
    const failing = database.transaction(async (sql) => {
      await changes.noteEnded(['kept'], end, sql);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await changes.endedAmong(['kept'])).toEqual(new Set());
  });
});

it('a process sees its own changes at once', async () => {
  const own = await openIdentityChanges(database);
  const heard: IdentityChange[] = [];
  own.onNoted((change) => heard.push(change));
  const noted = database.transaction((sql) => own.noteEnded(['mine'], end, sql));
  await noted;
  await own.noteChanged('ann');
  expect(heard).toEqual([{ session: 'mine' }, { user: 'ann' }]);
});
