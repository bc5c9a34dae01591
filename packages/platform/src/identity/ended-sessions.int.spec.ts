import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/index.js';
import { type EndedSessions, openEndedSessions } from './ended-sessions.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let ended: EndedSessions;
const end = new Date('2026-11-20T12:00:00Z');
const minute = 60_000;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'ended sessions spec' });
  ended = await openEndedSessions(database);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const refusalFor = async (sessionId: string, role: 'user' | 'staff', access: 'user' | 'staff') =>
  (await ended.confirm({ id: 'u', role, sessionId }, access))?.refused;

describe('ended sessions', () => {
  it('let an open session be, within its role', async () => {
    expect(await refusalFor('open', 'user', 'user')).toBeUndefined();
    expect(await refusalFor('open', 'staff', 'staff')).toBeUndefined();
    expect(await refusalFor('open', 'user', 'staff')).toBe('NotStaff');
  });

  it('refuse tokens of a session that ended, for as long as there can be any', async () => {
    await database.transaction((sql) => ended.note(['over', 'over-too'], end, sql));
    await database.transaction((sql) => ended.note(['over'], end, sql));
    expect(await refusalFor('over', 'staff', 'staff')).toBe('NotSignedIn');
    expect(await ended.removeExpired(new Date(end.getTime() + 10 * minute))).toBe(0);
    expect(await refusalFor('over-too', 'user', 'user')).toBe('NotSignedIn');
    expect(await ended.endedAmong(['open', 'over', 'over-too'])).toEqual(new Set(['over', 'over-too']));
    expect(await ended.removeExpired(new Date(end.getTime() + 21 * minute))).toBe(2);
  });

  it('are not noted when what ended them did not happen', async () => {
    const failing = database.transaction(async (sql) => {
      await ended.note(['kept'], end, sql);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await refusalFor('kept', 'user', 'user')).toBeUndefined();
  });
});
