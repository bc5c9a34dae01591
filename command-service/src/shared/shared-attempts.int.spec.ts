import { createHash } from 'node:crypto';
import { createLog } from '@groundswell/platform';
import { type Database, migrate, openDatabase } from '@groundswell/platform/database';
import { freshDatabase, watchCommits } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandServiceMigrations } from './migrations.js';
import { openSharedAttempts, removeOldAttempts } from './shared-attempts.js';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'attempts spec' });
  await migrate(database, 'command_service', commandServiceMigrations);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const start = Date.parse('2026-11-20T12:00:00Z');
const vault = {
  digest: (purpose: string, text: string) =>
    createHash('sha256')
      .update(purpose + text)
      .digest('hex'),
};
/** One process of the service, with its own choice of database. */
const instance = (on: Database = database) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const log = createLog({ service: 'command-service', level: 'info', destination });
  return { open: openSharedAttempts({ database: on, vault, log }), lines };
};

describe('attempts that several processes count together', () => {
  it('are refused beyond the limit until the minute is over, with the seconds left', async () => {
    const [one, other] = [instance().open('sign-ins', 3), instance().open('sign-ins', 3)];
    expect(await one.count('ann', start)).toBeUndefined();
    expect(await other.count('ann', start + 1_000)).toBeUndefined();
    expect(await one.count('ann', start + 2_000)).toBeUndefined();
    expect(await other.count('ann', start + 3_000)).toBe(57);
    expect(await one.count('ann', start + 59_999)).toBe(1);
    expect(await other.count('ann', start + 60_000)).toBeUndefined();
  });

  it('pass up to the limit, however many come at once', async () => {
    const counters = [instance(), instance(), instance()].map(({ open }) => open('at once', 5));
    const counted = await Promise.all(
      counters.flatMap((counter) => Array.from({ length: 4 }, () => counter.count('ann', start))),
    );
    expect(counted.filter((wait) => wait === undefined)).toHaveLength(5);
  });

  it('are counted per name and key, and start from zero when forgotten', async () => {
    const { open } = instance();
    const [sign, ask] = [open('one name', 1), open('another name', 1)];
    expect(await sign.count('ann', start)).toBeUndefined();
    expect(await sign.count('bob', start)).toBeUndefined();
    expect(await ask.count('ann', start)).toBeUndefined();
    expect(await sign.count('ann', start)).toBe(60);
    await sign.forget('ann');
    expect(await sign.count('ann', start)).toBeUndefined();
  });

  it('are stored only under a hash, and deleted when their minute is over', async () => {
    await instance().open('hashed', 1).count('ann@example.com', start);
    const rows = await database.query<{ key: string }>('SELECT key FROM command_service.attempt');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key).toMatch(/^[0-9a-f]{64}$/);
    await removeOldAttempts(database, new Date(start + 120_000));
    expect(await database.query('SELECT FROM command_service.attempt')).toEqual([]);
  });

  it('that a clock which was ahead has counted hold up no one once it is right, and are deleted', async () => {
    const tomorrow = start + 24 * 60 * 60_000;
    await instance().open('ahead', 1).count('ann', tomorrow);
    const other = instance().open('ahead', 1);
    expect([await other.count('ann', start), await other.count('ann', start + 60_000)]).toEqual([
      undefined,
      undefined,
    ]);
    await instance().open('ahead', 1).count('bob', tomorrow);
    await removeOldAttempts(database, new Date(start + 120_000));
    expect(await database.query('SELECT FROM command_service.attempt')).toEqual([]);
  });

  it('are counted together by clocks that differ by seconds', async () => {
    const [one, other] = [instance().open('differing', 1), instance().open('differing', 1)];
    await one.count('ann', start + 5_000);
    await removeOldAttempts(database, new Date(start));
    expect(await other.count('ann', start)).toBe(65);
  });

  it('are counted without waiting for the disk', async () => {
    const commits = await watchCommits(fresh.databaseUrl, 'command_service.attempt');
    const counter = instance().open('hasty', 3);
    for (let time = 0; time < 2; time += 1) await counter.count('ann', start);
    expect(await commits()).toEqual(['off', 'off']);
  });

  it('are counted by each process alone while the database is unavailable, which is logged', async () => {
    const away = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/nothing', name: 'attempts spec' });
    const { open, lines } = instance(away);
    const counter = open('alone', 2);
    expect(await counter.count('ann', start)).toBeUndefined();
    expect(await counter.count('ann', start)).toBeUndefined();
    expect(await counter.count('ann', start)).toBe(60);
    await counter.forget('ann');
    expect(await counter.count('ann', start)).toBeUndefined();
    expect(lines.join('')).toContain('attempts are counted in this process alone');
    expect(lines.join('')).not.toContain('"ann"');
    await away.close();
  });
});
