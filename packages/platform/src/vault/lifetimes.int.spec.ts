import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/index.js';
import { openVault, PersonErased, type Vault } from './index.js';

const hour = 3_600_000;
let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let vault: Vault;
let clock = new Date('2026-11-20T12:00:00Z');
const later = (milliseconds: number): Date => new Date(clock.getTime() + milliseconds);

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'vault lifetimes spec' });
  vault = await openVault({
    database,
    masterKeys: [{ version: 1, key: randomBytes(32) }],
    now: () => clock,
  });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

describe('a value that is stored unless what is there settles it', () => {
  it('is stored by the first of several at once, and replaces a value that settles nothing', async () => {
    const claim = (address: string, at: string) =>
      vault.putUnless(
        'una',
        { address: { value: address }, at: { value: at } },
        (kept) => kept.address === address,
      );
    expect(await claim('old', '1')).toBe(true);
    const stored = await Promise.all(['2', '3', '4', '5'].map((at) => claim('new', at)));
    expect(stored.filter(Boolean)).toHaveLength(1);
    expect(await vault.get('una', ['address', 'at'])).toEqual({
      address: 'new',
      at: String(stored.indexOf(true) + 2),
    });
  });
});

describe('a value that is stored once', () => {
  it('stays as it is when it is stored again, and is distinguished from another value', async () => {
    expect(await vault.putOnce('ann', { ssn: { value: '111' }, city: { value: 'Faro' } })).toBe('stored');
    expect(await vault.putOnce('ann', { ssn: { value: '111' }, city: { value: 'Faro' } })).toBe('same');
    expect(await vault.putOnce('ann', { ssn: { value: '222' }, city: { value: 'Faro' } })).toBe('other');
    expect(await vault.get('ann', ['ssn', 'city'])).toEqual({ ssn: '111', city: 'Faro' });
  });

  it('brings along what is not compared: the first one stands', async () => {
    const city = { city: { value: 'Faro' } };
    expect(await vault.putOnce('abe', city, { beside: { at: { value: '9:00' } } })).toBe('stored');
    expect(await vault.putOnce('abe', city, { beside: { at: { value: '9:01' } } })).toBe('same');
    expect(await vault.get('abe', ['city', 'at'])).toEqual({ city: 'Faro', at: '9:00' });
  });

  it('does not come back by a repeat once a part of it was deleted', async () => {
    const values = { ssn: { value: '111' }, city: { value: 'Faro' } };
    await vault.putOnce('bea', values);
    await vault.replace('bea', ['ssn'], { account: { value: 'broker-1' } });
    expect(await vault.putOnce('bea', values)).toBe('same');
    expect(await vault.get('bea', ['ssn', 'city', 'account'])).toEqual({
      city: 'Faro',
      account: 'broker-1',
    });
  });

  it('is one value, however many store it at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const person = randomUUID();
      const outcomes = await Promise.all(
        Array.from({ length: 6 }, (_, turn) =>
          vault.putOnce(person, { ssn: { value: turn % 2 === 0 ? 'even' : 'odd' } }),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'same')).toHaveLength(2);
      expect(outcomes.filter((outcome) => outcome === 'other')).toHaveLength(3);
    }
  });

  it('may be stored again after its time', async () => {
    await vault.putOnce('cleo', { ssn: { value: '111', expiresAt: later(hour) } });
    clock = later(hour);
    expect(await vault.putOnce('cleo', { ssn: { value: '222' } })).toBe('stored');
    expect(await vault.get('cleo', ['ssn'])).toEqual({ ssn: '222' });
  });
});

describe('replacing', () => {
  it('deletes and stores in one transaction, or neither', async () => {
    await vault.put('dan', { ssn: { value: '111' } });
    const failing = database.transaction(async (sql) => {
      await vault.replace('dan', ['ssn'], { account: { value: 'broker-1' } }, sql);
      throw new Error('the lights went out');
    });
    await expect(failing).rejects.toThrow('the lights went out');
    expect(await vault.get('dan', ['ssn', 'account'])).toEqual({ ssn: '111' });
    await vault.replace('dan', ['ssn'], { account: { value: 'broker-1' } });
    expect(await vault.get('dan', ['ssn', 'account'])).toEqual({ account: 'broker-1' });
  });

  it('never waits forever for others who change the same values', async () => {
    await vault.put('eve', { ssn: { value: '0' }, city: { value: 'Faro' } });
    await Promise.all(
      Array.from({ length: 24 }, (_, turn) => {
        const value = { value: String(turn) };
        if (turn % 3 === 0) return vault.replace('eve', ['ssn', 'city'], { city: value });
        if (turn % 3 === 1) return vault.put('eve', { city: value, ssn: value });
        return database.transaction(async (sql) => {
          await vault.remove('eve', ['city'], sql);
          await vault.put('eve', { ssn: value }, sql);
        });
      }),
    );
    expect(Object.keys(await vault.get('eve', ['ssn', 'city']))).not.toHaveLength(0);
  });

  it('stores nothing for a person who was erased', async () => {
    await vault.put('finn', { ssn: { value: '111' } });
    await vault.erase('finn');
    await expect(vault.replace('finn', ['ssn'], { city: { value: 'Faro' } })).rejects.toThrow(PersonErased);
    await expect(vault.putOnce('finn', { city: { value: 'Faro' } })).rejects.toThrow(PersonErased);
  });
});

describe('a value on trial', () => {
  const values = { city: { value: 'Faro' } };
  const nothing = async () => [];
  const everything = async (_person: string, fields: readonly string[]) => fields;

  it('is kept permanently when an event refers to it, and still expires', async () => {
    const withNumber = { ...values, ssn: { value: '111', expiresAt: later(2 * hour) } };
    await vault.putOnce('gus', withNumber, { trialUntil: later(hour) });
    await vault.keep('gus', ['city', 'ssn']);
    clock = later(hour);
    await vault.settleTrials(nothing);
    expect(await vault.get('gus', ['ssn', 'city'])).toEqual({ city: 'Faro', ssn: '111' });
    clock = later(hour);
    expect(await vault.get('gus', ['ssn', 'city'])).toEqual({ city: 'Faro' });
    expect(await vault.removeExpired()).toMatchObject({ removed: 1 });
  });

  it('is checked against the log when it was never settled, however late, and is kept until then', async () => {
    const beside = { at: { value: '9:00' }, draft: { value: 'x' } };
    await vault.putOnce('ida', values, { beside, trialUntil: later(hour) });
    clock = later(30 * hour);
    expect(await vault.get('ida', ['city', 'at', 'draft'])).toHaveProperty('city');
    const asked: unknown[] = [];
    await vault.settleTrials(async (person, fields) => {
      asked.push([person, [...fields].sort()]);
      return ['city', 'at'];
    });
    expect(asked).toEqual([['ida', ['at', 'city', 'draft']]]);
    expect(await vault.get('ida', ['city', 'at', 'draft'])).toEqual({ city: 'Faro', at: '9:00' });
    expect(await vault.removeExpired(hour)).toEqual({ removed: 1, overdue: { draft: 1 } });
    await vault.settleTrials(nothing);
    expect(await vault.get('ida', ['city', 'at'])).toEqual({ city: 'Faro', at: '9:00' });
  });

  it('is not checked before its time, and stays for another round when the log is unavailable', async () => {
    await vault.putOnce('jon', values, { trialUntil: later(hour) });
    await vault.settleTrials(nothing);
    expect(await vault.get('jon', ['city'])).toEqual({ city: 'Faro' });
    clock = later(hour);
    const away = vault.settleTrials(() => Promise.reject(new Error('the log is away')));
    await expect(away).rejects.toThrow('the log is away');
    await vault.settleTrials(everything);
    await vault.settleTrials(nothing);
    expect(await vault.get('jon', ['city'])).toEqual({ city: 'Faro' });
  });

  it('is not given up while the command that brought it is tried again', async () => {
    await vault.putOnce('kim', values, { trialUntil: later(hour) });
    clock = later(hour);
    await vault.settleTrials(async () => {
      await vault.putOnce('kim', values, { trialUntil: later(hour) });
      return [];
    });
    expect(await vault.get('kim', ['city'])).toEqual({ city: 'Faro' });
    clock = later(hour);
    await vault.settleTrials(nothing);
    expect(await vault.get('kim', ['city'])).toEqual({});
    expect(await vault.removeExpired()).toMatchObject({ removed: 1 });
  });

  it('is not put on trial again by a repeat once it was settled', async () => {
    await vault.putOnce('lea', values, { trialUntil: later(hour) });
    await vault.keep('lea', ['city']);
    expect(await vault.putOnce('lea', values, { trialUntil: later(hour) })).toBe('same');
    clock = later(hour);
    await vault.settleTrials(nothing);
    expect(await vault.get('lea', ['city'])).toEqual({ city: 'Faro' });
  });

  it('counts as kept past its time when it was not checked long after', async () => {
    await vault.putOnce('max', values, { trialUntil: later(hour) });
    clock = later(2 * hour);
    expect([await vault.countOverdue(hour), await vault.countOverdue(0)]).toEqual([0, 1]);
    await vault.settleTrials(everything);
    expect(await vault.countOverdue(0)).toBe(0);
  });
});

describe('a value with an expiry', () => {
  it('is reported only by its kind when it was not deleted in time', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await vault.put('hana', {
      [`application.${one}.ssn`]: { value: '111', expiresAt: later(hour) },
      [`application.${other}.ssn`]: { value: '111', expiresAt: later(2 * hour) },
      [`bank.${one}.account_number`]: { value: '1', expiresAt: later(4 * hour) },
    });
    clock = later(4 * hour);
    expect(await vault.removeExpired(hour)).toEqual({ removed: 3, overdue: { 'application.*.ssn': 2 } });
    expect(await vault.removeExpired(hour)).toEqual({ removed: 0, overdue: {} });
  });
});

describe('a digest', () => {
  it('is the same for the same text and purpose alone, and needs the key of this database', async () => {
    const elsewhere = await freshDatabase();
    const other = openDatabase({ url: elsewhere.databaseUrl, name: 'vault lifetimes spec' });
    const masterKeys = [{ version: 1, key: randomBytes(32) }];
    const foreign = await openVault({ database: other, masterKeys });
    expect(vault.digest('requests', '123456789')).toMatch(/^[0-9a-f]{64}$/);
    expect(vault.digest('requests', '123456789')).toBe(vault.digest('requests', '123456789'));
    expect(vault.digest('requests', '123456789')).not.toBe(vault.digest('requests', '123456788'));
    expect(vault.digest('requests', '123456789')).not.toBe(vault.digest('others', '123456789'));
    expect(vault.digest('requests', '123456789')).not.toBe(foreign.digest('requests', '123456789'));
    await other.close();
    await elsewhere.drop();
  });
});
