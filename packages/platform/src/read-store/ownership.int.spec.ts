import { freshDatabase } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase, type Session } from '../database/database.js';
import { isOwned, ownership, tryOwnership } from './ownership.js';

let database: Database;
let drop: () => Promise<void>;
const open: Session[] = [];
beforeEach(async () => {
  const fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'spec' });
  drop = fresh.drop;
});
afterEach(async () => {
  for (const session of open.splice(0)) await session.close().catch(() => undefined);
  await database.close();
  await drop();
});

const never = new AbortController().signal;
const owned = async (name: string): Promise<Session> => {
  const session = await ownership(database, name, never, 50);
  if (!session) throw new Error('nobody aborted');
  open.push(session);
  return session;
};
/** An owner that says nothing more, as one does whose process is stopped. */
const silentOwner = async (name: string, then = 'SELECT 1'): Promise<Session> => {
  const session = await database.session();
  open.push(session);
  await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`own ${name}`]);
  await session.query(then);
  return session;
};

describe('the owner of a name', () => {
  it('is one at a time, until it releases the name', async () => {
    const first = await owned('one');
    expect(await tryOwnership(database, 'one')).toBeUndefined();
    const second = owned('one');
    await first.close();
    expect(await (await second).query(`SELECT ${isOwned(`'one'`)} AS held`)).toEqual([{ held: true }]);
  });

  it('keeps no connection when the lock cannot be asked for', async () => {
    const session = await database.session();
    open.push(session);
    const asked = vi.spyOn(session, 'query').mockRejectedValue(new Error('not now'));
    await expect(tryOwnership({ ...database, session: async () => session }, 'one')).rejects.toThrow(
      'not now',
    );
    asked.mockRestore();
    await expect(session.query('SELECT 1')).rejects.toThrow();
  });

  it('is replaced when it falls silent, even in a transaction, and can no longer write; a live one is not', async () => {
    const living = await owned('living');
    const patient = new AbortController();
    const waiting = ownership(database, 'living', patient.signal, 50);
    const silent = [await silentOwner('silent'), await silentOwner('within', 'BEGIN; CREATE TABLE half ()')];
    await Promise.all([owned('silent'), owned('within')]);
    for (const session of silent) await expect(session.query('COMMIT')).rejects.toThrow();
    expect(await database.query(`SELECT to_regclass('half') AS written`)).toEqual([{ written: null }]);
    expect(await living.query('SELECT 1 AS alive')).toEqual([{ alive: 1 }]);
    patient.abort();
    expect(await waiting).toBeUndefined();
  }, 30_000);
});
