import { type Database, openDatabase } from '@groundswell/platform/database';
import { openOwner } from '@groundswell/platform/read-store';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPersonLocks, type PersonLocks } from './person-locks.js';

const { signal } = new AbortController();

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let one: PersonLocks;
let other: PersonLocks;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'locks spec' });
  const open = () => openOwner(database);
  [one, other] = [openPersonLocks(open, signal), openPersonLocks(open, signal)];
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.close();
  await fresh.drop();
});

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
    const all = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).run('ann', work));
    await Promise.all(all);
    expect(most).toBe(1);
  });

  it('does not keep others waiting, nor does a failure', async () => {
    const failed = one.run('bob', () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    await one.run('bob', async () => {
      await other.run('ann', async () => undefined);
    });
  });

  it('is notified when the lock is lost with its connection, and another process may continue', async () => {
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const holding = one.run('cleo', async (ending) => {
      begun();
      await new Promise<void>((resolve) => ending.addEventListener('abort', () => resolve(), { once: true }));
      return 'told';
    });
    await isBegun;
    const waiting = other.run('cleo', async () => 'went on');
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(await Promise.all([holding, waiting])).toEqual(['told', 'went on']);
    expect(await one.run('cleo', async () => 'again')).toBe('again');
  });

  it('continues elsewhere when the process that holds the lock is frozen, and not while it lives', async () => {
    let end: () => void = () => undefined;
    const isLong = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begin: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const living = one.run('eve', () => {
      begin();
      return isLong;
    });
    await isBegun;
    let isEvesNext = false;
    const waiting = other.run('eve', async () => {
      isEvesNext = true;
    });
    // How PostgreSQL sees a stopped process: its connection is open, and silent.
    const frozen = await database.session();
    await frozen.query("SELECT pg_advisory_lock(hashtextextended('own money of dan', 0))");
    expect(await other.run('dan', async () => 'went on')).toBe('went on');
    await expect(frozen.query('SELECT 1')).rejects.toThrow();
    await frozen.close().catch(() => undefined);
    expect(isEvesNext).toBe(false);
    end();
    await Promise.all([living, waiting]);
  }, 30_000);

  it('does not start in a process that is ending', async () => {
    const ending = new AbortController();
    ending.abort(new Error('the process ends'));
    const locks = openPersonLocks(() => openOwner(database), ending.signal);
    await expect(locks.run('ann', async () => 'done')).rejects.toThrow('the process ends');
    await locks.close();
  });
});
