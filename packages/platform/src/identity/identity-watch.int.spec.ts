import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../database/index.js';
import { createLog } from '../logging/log.js';
import { longestUnasked } from './ended-sessions.js';
import { type IdentityChanges, openIdentityChanges } from './identity-changes.js';
import { watchIdentity } from './identity-watch.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
/** As another process has it. */
let elsewhere: IdentityChanges;
const log = createLog({ service: 'spec', level: 'silent' });
const end = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'identity watch spec' });
  elsewhere = await openIdentityChanges(database);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const endElsewhere = (...sessionIds: readonly string[]) =>
  database.transaction((sql) => elsewhere.noteEnded(sessionIds, end, sql));

/** A process that watches, by a clock of its own; its questions to the database are counted and can be stopped. */
const watching = async () => {
  const own = await openIdentityChanges(database);
  let [asked, silent, milliseconds] = [0, false, 0];
  const opened: IdentityChanges = {
    ...own,
    endedAmong(sessionIds) {
      asked += 1;
      return own.endedAmong(sessionIds);
    },
    ended: (limit) => (silent ? new Promise(() => {}) : own.ended(limit)),
  };
  const watch = watchIdentity({ database, open: async () => opened, log, clock: () => milliseconds });
  onTestFinished(() => watch.stop());
  await expect.poll(() => watch.isFresh).toBe(true);
  return {
    watch,
    own: opened,
    asked: () => asked,
    pass: (time: number) => {
      milliseconds += time;
    },
    silence: () => {
      silent = true;
    },
  };
};

const user = (sessionId: string, role: 'user' | 'staff' = 'user') => ({ id: 'u', role, sessionId });

describe('a process that watches identity changes', () => {
  it('accepts an open session within its role, without a query', async () => {
    const { watch, asked } = await watching();
    expect(await watch.confirm(user('open'), 'user')).toBeUndefined();
    expect(await watch.confirm(user('open', 'staff'), 'staff')).toBeUndefined();
    expect((await watch.confirm(user('open'), 'staff'))?.refused).toBe('NotStaff');
    expect(asked()).toBe(0);
  });

  it('knows sessions that ended before, and at once those that end elsewhere', async () => {
    await endElsewhere('before');
    const { watch, asked, silence } = await watching();
    silence();
    expect((await watch.confirm(user('before', 'staff'), 'staff'))?.refused).toBe('NotSignedIn');
    await endElsewhere('now');
    await expect.poll(() => watch.hasEnded('now'), { timeout: 1_000, interval: 5 }).toBe(true);
    expect(await watch.endedAmong(['open', 'before', 'now'])).toEqual(new Set(['before', 'now']));
    expect(asked()).toBe(0);
  });

  it('asks the database while it ends a session itself, until the outcome is known', async () => {
    const { watch, own, asked } = await watching();
    const failing = database.transaction(async (sql) => {
      await own.noteEnded(['kept'], end, sql);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await watch.hasEnded('kept')).toBe(false);
    await database.transaction((sql) => own.noteEnded(['mine'], end, sql));
    expect(await watch.hasEnded('mine')).toBe(true);
    expect(asked()).toBe(2);
  });

  it('trusts its cache for five seconds after the last answer, and then asks for each call', async () => {
    const { watch, asked, pass, silence } = await watching();
    silence();
    await database.query(`INSERT INTO identity.ended_session VALUES ('unheard of', $1)`, [end]);
    // A question that was in progress may still be answered.
    await expect.poll(() => watch.isFresh).toBe(true);
    pass(longestUnasked + 1);
    expect(watch.isFresh).toBe(false);
    expect(await watch.hasEnded('unheard of')).toBe(true);
    expect(asked()).toBe(1);
  });

  it('learns within seconds of missed notices, and then treats everything as changed', async () => {
    const { watch } = await watching();
    const told: (string | undefined)[] = [];
    watch.onUser((userId) => told.push(userId));
    await database.query(`INSERT INTO identity.ended_session VALUES ('not told', $1)`, [end]);
    await expect.poll(() => watch.hasEnded('not told'), { timeout: 4_000 }).toBe(true);
    await elsewhere.noteChanged('ann');
    await expect.poll(() => told).toEqual(['ann']);
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN identity_change%'`,
    );
    await expect.poll(() => told).toContain(undefined);
  });
});
