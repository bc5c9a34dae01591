import { refuse } from '@groundswell/contracts';
import { type Database, migrate, openDatabase } from '@groundswell/platform/database';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Accounts } from '../account/accounts.js';
import { peopleMigrations } from '../migrations.js';
import { oweNotice } from '../sessions/owed-notices.js';
import { createSignInNotices } from './notices.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'notices spec' });
  await migrate(database, 'people', peopleMigrations);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(() => database.query('DELETE FROM people.owed_notice'));

const owe = (userId: string, minute: number) =>
  oweNotice(database, {
    userId,
    command: 'NoteNewDevice',
    occurredAt: new Date(Date.UTC(2026, 10, 20, 12, minute)),
  });
const owed = async () => {
  const rows = await database.query<{ user_id: string }>(
    'SELECT user_id FROM people.owed_notice ORDER BY occurred_at',
  );
  return rows.map(({ user_id }) => user_id);
};
const noticesOf = (change: Accounts['change']) =>
  createSignInNotices({ database, accounts: { change }, newId: () => 'a correlation' });

it('one person who cannot be told keeps no one else from it, and stays owed', async () => {
  await owe('ann', 0);
  await owe('ben', 1);
  const notices = noticesOf(async (userId) => {
    if (userId === 'ann') throw new Error('an event that this version cannot read');
    return { position: { commit: 1n, prepare: 1n }, revision: 1n, changed: true };
  });
  await expect(notices.tellOwed()).rejects.toThrow('cannot read');
  expect(await owed()).toEqual(['ann']);
});

it.each([
  ['stays owed', 'RevisionConflict', ['ann']],
  ['is owed no longer', 'user_not_found', []],
] as const)('a notice %s when the log refuses it: %s', async (_, code, left) => {
  await owe('ann', 0);
  await noticesOf(async () => refuse(code))
    .tellOwed()
    .catch(() => undefined);
  expect(await owed()).toEqual(left);
});
