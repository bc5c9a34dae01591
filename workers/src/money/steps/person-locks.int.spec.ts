import { type Database, openDatabase } from '@groundswell/platform/database';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLockSession } from './lock-session.js';
import { openPersonLocks, type PersonLocks } from './person-locks.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let one: PersonLocks;
let other: PersonLocks;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'locks spec' });
  const open = () => openLockSession(database);
  [one, other] = [openPersonLocks(open), openPersonLocks(open)];
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
  await fresh.drop();
});

const { signal } = new AbortController();

describe('work on a person', () => {
  it('is done one after the other, in one process and across several', async () => {
    let atOnce = 0;
    let most = 0;
    const work = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await database.query('SELECT 1');
      atOnce -= 1;
    };
    const all = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).run('ann', signal, work),
    );
    await Promise.all(all);
    expect(most).toBe(1);
  });

  it('does not keep others waiting, nor does a failure', async () => {
    const failed = one.run('bob', signal, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    await one.run('bob', signal, async () => {
      await other.run('ann', signal, async () => undefined);
    });
  });

  it('is told when the lock is lost with its connection, and somebody else may go on', async () => {
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const holding = one.run('cleo', signal, async (ending) => {
      begun();
      await new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }));
      return 'told';
    });
    await isBegun;
    const waiting = other.run('cleo', signal, async () => 'went on');
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(await Promise.all([holding, waiting])).toEqual(['told', 'went on']);
    expect(await one.run('cleo', signal, async () => 'again')).toBe('again');
  });

  it('is not begun for a process that ends', async () => {
    const ending = new AbortController();
    ending.abort(new Error('the process ends'));
    await expect(one.run('ann', ending.signal, async () => 'done')).rejects.toThrow('the process ends');
  });
});
