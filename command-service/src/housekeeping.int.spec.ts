import { randomBytes, randomUUID } from 'node:crypto';
import { createLog } from '@groundswell/platform';
import { type Database, openDatabase } from '@groundswell/platform/database';
import { openVault, type Vault } from '@groundswell/platform/vault';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Housekeeping, type HousekeepingParts, startHousekeeping } from './housekeeping.js';

const hour = 3_600_000;
const masterKeys = [{ version: 1, key: randomBytes(32) }];
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let vault: Vault;
let clock = new Date('2026-11-20T12:00:00Z');
const now = () => clock;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'housekeeping spec' });
  vault = await openVault({ database, masterKeys, now });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('housekeeping', () => {
  let lines: string[];
  const instances: Housekeeping[] = [];
  const instance = (parts: Partial<HousekeepingParts> = {}) => {
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ service: 'command-service', level: 'info', destination });
    const usual = { vault, cameOf: async () => [], soon: [], others: [], log, now };
    const started = startHousekeeping({ ...usual, ...parts });
    instances.push(started);
    return started;
  };
  beforeEach(() => {
    lines = [];
  });
  afterAll(async () => {
    for (const each of instances) await each.stop();
  });

  const keepSsn = async (lifetime: number): Promise<string> => {
    const person = randomUUID();
    const field = `application.${randomUUID()}.ssn`;
    await vault.put(person, {
      [field]: { value: '536228726', expiresAt: new Date(clock.getTime() + lifetime) },
    });
    return person;
  };
  const valuesOf = (person: string) =>
    database.query('SELECT FROM vault.personal_value WHERE person_id = $1', [person]);

  it('deletes what has expired, and logs it without an alarm', async () => {
    const person = await keepSsn(hour);
    clock = new Date(clock.getTime() + hour);
    const kept = await keepSsn(hour);
    await instance().sweep();
    expect([await valuesOf(person), await valuesOf(kept)]).toEqual([[], [{}]]);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'info', removed: 1 }),
    ]);
  });

  it('raises an alarm over data kept past its time, with counts by kind and no word of whose it is', async () => {
    const person = await keepSsn(hour);
    clock = new Date(clock.getTime() + 4 * hour);
    const keeping = instance();
    expect(await keeping.check()).toMatchObject({
      ready: true,
      detail: { past_its_time: expect.any(Number), found_past_its_time: 0, swept_at: null },
    });
    expect((await keeping.check()).detail?.past_its_time).toBeGreaterThan(0);
    await keeping.sweep();
    const alarms = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error');
    expect(alarms).toEqual([
      expect.objectContaining({
        msg: 'personal data is past its retention time',
        overdue: { 'application.*.ssn': expect.any(Number) },
      }),
    ]);
    expect(lines.join('\n')).not.toContain(person);
    expect(lines.join('\n')).not.toContain('536228726');
    expect(await keeping.check()).toMatchObject({
      detail: { past_its_time: 0, swept_at: clock.toISOString() },
    });
    expect((await keeping.check()).detail?.found_past_its_time).toBeGreaterThan(0);
    expect(await valuesOf(person)).toEqual([]);
  });

  it('keeps data that an event refers to although it was never confirmed, and deletes the rest', async () => {
    const [lucky, luckless] = [randomUUID(), randomUUID()];
    for (const person of [lucky, luckless]) {
      await vault.putOnce(person, { answers: { value: 'x' } }, { trialUntil: clock });
    }
    await instance({ cameOf: async (person, fields) => (person === lucky ? fields : []) }).sweep();
    expect([await valuesOf(lucky), await valuesOf(luckless)]).toEqual([[{}], []]);
  });

  it('deletes only what has expired while the log is unavailable', async () => {
    const [waiting, expired] = [randomUUID(), await keepSsn(0)];
    await vault.putOnce(waiting, { answers: { value: 'x' } }, { trialUntil: clock });
    await instance({ cameOf: () => Promise.reject(new Error('the log is away')) }).sweep();
    expect([await valuesOf(waiting), await valuesOf(expired)]).toEqual([[{}], []]);
    expect(lines.join('\n')).toContain('the log is away');
    await instance().sweep();
  });

  it('does the rest when one chore fails, and says which', async () => {
    const person = await keepSsn(0);
    let swept = false;
    const failing = { ...vault, rewrap: () => Promise.reject(new Error('no such key')) };
    const others = [
      async () => {
        swept = true;
      },
    ];
    await instance({ vault: failing, others }).sweep();
    expect([await valuesOf(person), swept]).toEqual([[], true]);
    expect(lines.join('\n')).toContain('housekeeping failed');
    expect(lines.join('\n')).toContain('no such key');
  });

  it('works off each minute what cannot wait for an hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let times = 0;
    const soon = [
      async () => {
        times += 1;
      },
    ];
    const keeping = instance({ soon });
    await keeping.sweep();
    expect(times).toBe(0);
    vi.advanceTimersByTime(3 * 60_000);
    await keeping.stop();
    expect(times).toBe(3);
  });

  it('rewraps people’s keys in the background', async () => {
    const person = await keepSsn(hour);
    const both = await openVault({
      database,
      masterKeys: [{ version: 2, key: randomBytes(32) }, ...masterKeys],
      now,
    });
    await instance({ vault: both }).sweep();
    const versions = await database.query<{ master_version: number }>(
      'SELECT DISTINCT master_version FROM vault.person_key',
    );
    expect(versions).toEqual([{ master_version: 2 }]);
    expect(await valuesOf(person)).toHaveLength(1);
  });
});
