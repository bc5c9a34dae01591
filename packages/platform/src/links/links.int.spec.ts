import { type LinkScreen, linkTokenSchema } from '@groundswell/contracts';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/index.js';
import { type Links, openLinks } from './links.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let links: Links;
let clock = new Date('2026-11-20T12:00:00Z');
let causes = 0;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'links spec' });
  links = await openLinks(database, () => clock);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const hour = 3_600_000;
const issue = (personId: string, cause = `event-${++causes}`) =>
  links.issue({ purpose: 'password_reset', personId, cause, lifetime: hour });
const spend = (token: string, purpose: LinkScreen = 'password_reset') =>
  database.transaction(async (sql) => (await links.spend(token, purpose, sql))?.personId);

describe('a link', () => {
  it('works once, for its own purpose', async () => {
    const token = await issue('ann');
    expect(linkTokenSchema.safeParse(token).success).toBe(true);
    expect(await spend(token, 'leave_waitlist')).toBeUndefined();
    expect(await spend(token)).toBe('ann');
    expect(await spend(token)).toBeUndefined();
    expect(await links.personOf(token, 'password_reset')).toBeUndefined();
  });

  it('tells who spent it with which key, for an hour and whatever was revoked since', async () => {
    const token = await issue('gina');
    await database.transaction((sql) => links.spend(token, 'password_reset', sql, { key: 'the first key' }));
    await links.revoke('gina', 'password_reset');
    const spentBy = (key: string | undefined, purpose: LinkScreen = 'password_reset') =>
      links.spentWith(token, purpose, key);
    expect(await Promise.all([spentBy('the first key'), spentBy('another key'), spentBy(undefined)])).toEqual(
      ['gina', undefined, undefined],
    );
    expect(await spentBy('the first key', 'confirm_email')).toBeUndefined();
    clock = new Date(clock.getTime() + hour - 1);
    await links.removeExpired();
    expect(await spentBy('the first key')).toBe('gina');
    clock = new Date(clock.getTime() + 1);
    expect(await spentBy('the first key')).toBeUndefined();
    const unnamed = await issue('gina');
    await spend(unnamed);
    expect(await links.spentWith(unnamed, 'password_reset', undefined)).toBeUndefined();
    await links.revoke('gina', undefined);
    expect(await database.query("SELECT FROM links.link WHERE person_id = 'gina'")).toEqual([]);
  });

  it('works for one of many who follow it at once', async () => {
    const token = await issue('rush');
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => spend(token)));
    expect(outcomes.filter((person) => person === 'rush')).toHaveLength(1);
  });

  it('stays unused when its action failed', async () => {
    const token = await issue('bob');
    const failing = database.transaction(async (sql) => {
      await links.spend(token, 'password_reset', sql);
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(await spend(token)).toBe('bob');
  });

  it('is replaced when its mail is made again', async () => {
    const first = await issue('carol', 'event-of-carol');
    const second = await issue('carol', 'event-of-carol');
    expect(await spend(first)).toBeUndefined();
    expect(await spend(second)).toBe('carol');
  });

  it('is used up by what began before it expired', async () => {
    const token = await issue('hugo');
    const begun = clock;
    clock = new Date(clock.getTime() + hour + 59_000);
    await links.removeExpired();
    expect(await spend(token)).toBeUndefined();
    const spent = database.transaction((sql) => links.spend(token, 'password_reset', sql, { asOf: begun }));
    expect((await spent)?.personId).toBe('hugo');
  });

  it('expires, and is then removed', async () => {
    const token = await issue('dora');
    clock = new Date(clock.getTime() + hour);
    expect(await spend(token)).toBeUndefined();
    expect(await links.personOf(token, 'password_reset')).toBeUndefined();
    clock = new Date(clock.getTime() + 60_000);
    expect(await links.removeExpired()).toBeGreaterThan(0);
    expect(await links.removeExpired()).toBe(0);
  });

  it('ends with the others of its person', async () => {
    const [kept, ended] = [
      await links.issue({ purpose: 'leave_waitlist', personId: 'eve', cause: 'e1', lifetime: hour }),
      await issue('eve'),
    ];
    await links.revoke('eve', 'password_reset');
    expect(await spend(ended)).toBeUndefined();
    expect(await links.personOf(kept, 'leave_waitlist')).toBe('eve');
    await links.revoke('eve', undefined);
    expect(await links.personOf(kept, 'leave_waitlist')).toBeUndefined();
  });

  it('is not stored in the table', async () => {
    const token = await issue('finn');
    const rows = await database.query<Record<string, unknown>>('SELECT * FROM links.link');
    const text = rows.flatMap((row) =>
      Object.values(row).flatMap((cell) =>
        cell instanceof Buffer ? [cell.toString('base64url'), cell.toString('latin1')] : `${cell}`,
      ),
    );
    expect(text.join('\n')).not.toContain(token);
  });
});
