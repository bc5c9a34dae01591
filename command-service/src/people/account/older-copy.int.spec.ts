import { randomUUID } from 'node:crypto';
import { calls } from '@groundswell/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cause, type Instance, startInstance } from '../../spec-kit/instance.js';

const minute = 60_000;
/** Password and session tables that a restored copy of PostgreSQL brings back. */
const tables = ['credential', 'session', 'refresh_token', 'identity_proof'] as const;

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
});
afterAll(() => instance.stop());

const newPassword = () => `tide ${randomUUID()}`;
const statusWith = async (email: string, password: string): Promise<number> =>
  (await instance.ask(calls.signIn, { email, password })).status;
const refresh = async (token: string): Promise<number> =>
  (await instance.ask(calls.refreshToken, { refresh: token })).status;

/** Copies the credentials; the returned function restores the copy, and leaves the log alone. */
const copyOfDatabase = async (): Promise<() => Promise<void>> => {
  const { database } = instance.services;
  const copy = `copy_${randomUUID().replaceAll('-', '')}`;
  await database.query(`CREATE SCHEMA ${copy}`);
  for (const table of tables) await database.query(`CREATE TABLE ${copy}.${table} AS TABLE people.${table}`);
  return () =>
    database.transaction(async (sql) => {
      await sql.query(`TRUNCATE ${tables.map((table) => `people.${table}`).join(', ')}`);
      for (const table of tables) await sql.query(`INSERT INTO people.${table} TABLE ${copy}.${table}`);
    });
};

describe('a copy of the database that is older than the log', () => {
  it('does not accept a password that was replaced since, until a new one is set', async () => {
    const ann = await instance.register();
    instance.moveClock(2 * minute);
    const restore = await copyOfDatabase();
    const since = newPassword();
    await instance.services.accounts.setPassword(ann.id, since, cause);
    await restore();

    expect([await statusWith(ann.email, ann.password), await statusWith(ann.email, since)]).toEqual([
      401, 401,
    ]);
    expect(await instance.services.accounts.provePassword(ann.id, ann.password)).toBeUndefined();
    const replacement = newPassword();
    await instance.services.accounts.setPassword(ann.id, replacement, cause);
    expect(await statusWith(ann.email, replacement)).toBe(200);
  });

  it('accepts passwords that were not replaced', async () => {
    const [ann, bob] = [await instance.register(), await instance.register()];
    await instance.services.accounts.setPassword(bob.id, bob.password, cause);
    instance.moveClock(minute);
    await (await copyOfDatabase())();

    expect(await statusWith(ann.email, ann.password)).toBe(200);
    expect(await statusWith(bob.email, bob.password)).toBe(200);
  });

  it.each([
    ['a new password', (id: string) => instance.services.accounts.setPassword(id, newPassword(), cause)],
    ['an operator', (id: string) => instance.services.accounts.change(id, { type: 'EndSessions' }, cause)],
  ])('brings no session back that %s has ended since', async (_who, end) => {
    const [ann, bob] = [await instance.register(), await instance.register()];
    const [anns, bobs] = [await instance.signIn(ann), await instance.signIn(bob)];
    instance.moveClock(2 * minute);
    const restore = await copyOfDatabase();
    await end(ann.id);
    await restore();

    expect(await refresh(anns.refresh)).toBe(401);
    expect(await instance.services.sessions.listOf(ann.id)).toEqual([]);
    expect(await refresh(bobs.refresh)).toBe(200);
  });

  it('brings no session back whose end was recorded rightly after one that a clock ahead had recorded', async () => {
    const ann = await instance.register();
    const { accounts } = instance.services;
    instance.moveClock(8 * 60 * minute);
    await accounts.change(ann.id, { type: 'EndSessions' }, cause);
    instance.moveClock(-8 * 60 * minute);
    const [open, ended] = [await instance.signIn(ann), await instance.signIn(ann)];
    instance.moveClock(2 * minute);
    expect(await refresh(open.refresh)).toBe(200);
    const restore = await copyOfDatabase();
    await accounts.change(ann.id, { type: 'EndSessions' }, cause);
    await restore();

    expect(await refresh(ended.refresh)).toBe(401);
  });
});

it('a copy from while the clock was ahead brings no password back that was replaced once it was right', async () => {
  const ann = await instance.register();
  const { setPassword } = instance.services.accounts;
  instance.moveClock(30 * 24 * 60 * minute);
  const early = newPassword();
  await setPassword(ann.id, early, cause);
  instance.moveClock(-30 * 24 * 60 * minute + 2 * minute);
  const restore = await copyOfDatabase();
  const since = newPassword();
  await setPassword(ann.id, since, cause);
  await restore();

  expect(await statusWith(ann.email, early)).toBe(401);
});

it('a password that was set while the clock was ahead ends no session that begins once it is right', async () => {
  const ann = await instance.register();
  instance.moveClock(8 * 60 * minute);
  const replacement = newPassword();
  await instance.services.accounts.setPassword(ann.id, replacement, cause);
  instance.moveClock(-8 * 60 * minute);

  const { refresh: token } = await instance.signIn({ ...ann, password: replacement });
  expect(await refresh(token)).toBe(200);
});

it('a password whose change was recorded while the clock was ahead signs in when a repeat sets it', async () => {
  const ann = await instance.register();
  const replacement = newPassword();
  const once = { ...cause, commandId: randomUUID() };
  const { setPassword } = instance.services.accounts;
  instance.moveClock(8 * 60 * minute);
  const away = () => Promise.reject(new Error('the database is away'));
  await expect(setPassword(ann.id, replacement, once, away)).rejects.toThrow('the database is away');
  instance.moveClock(-8 * 60 * minute);

  await setPassword(ann.id, replacement, once);
  expect(await statusWith(ann.email, replacement)).toBe(200);
  instance.moveClock(9 * 60 * minute);
  expect(await statusWith(ann.email, replacement)).toBe(200);
});

it('clocks that differ by a few seconds are not mistaken for an older copy', async () => {
  const ann = await instance.register();
  const { refresh: token } = await instance.signIn(ann);
  instance.moveClock(minute / 4);
  // Another process, whose clock is ahead, has recorded the same password change and session end in the log.
  await instance.services.accounts.change(ann.id, { type: 'ChangePassword' }, cause);

  expect(await statusWith(ann.email, ann.password)).toBe(200);
  expect(await refresh(token)).toBe(200);
});
