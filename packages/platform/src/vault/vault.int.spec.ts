import { randomBytes } from 'node:crypto';
import { freshDatabase } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database/index.js';
import {
  type MasterKey,
  masterKeysVariable,
  openVault,
  PersonErased,
  ValueTaken,
  type Vault,
} from './index.js';

const first: MasterKey = { version: 1, key: randomBytes(32) };
const second: MasterKey = { version: 2, key: randomBytes(32) };

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;
let vault: Vault;
let clock = new Date('2026-11-20T12:00:00Z');
const now = () => clock;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.databaseUrl, name: 'vault spec' });
  vault = await openVault({ database, masterKeys: [first], now });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

/** Everything that is in the vault's tables, as text and as the text of its bytes. */
const everythingStored = async (): Promise<string> => {
  const rows = await Promise.all(
    ['person_key', 'personal_value', 'erased_person', 'index_key'].map((table) =>
      database.query<Record<string, unknown>>(`SELECT * FROM vault.${table}`),
    ),
  );
  return rows
    .flat()
    .flatMap((row) =>
      Object.values(row).map((cell) => (cell instanceof Buffer ? cell.toString('latin1') : `${cell}`)),
    )
    .join('\n');
};

describe('the vault', () => {
  it('gives back what was put in, and stores none of it in the clear', async () => {
    await vault.put('ann', {
      email: { value: 'ann@example.com', unique: true },
      ssn: { value: '123-45-6789' },
    });
    expect(await vault.get('ann', ['email', 'ssn', 'phone'])).toEqual({
      email: 'ann@example.com',
      ssn: '123-45-6789',
    });
    expect(await everythingStored()).not.toMatch(/ann@example|123-45-6789/);
  });

  it('stores any number of values of a person it knows with two statements', async () => {
    await vault.put('abe', { phone: { value: '1' } });
    const asked: string[] = [];
    await database.transaction((sql) =>
      vault.put('abe', Object.fromEntries(['a', 'b', 'c', 'd'].map((field) => [field, { value: field }])), {
        ...sql,
        query(text, values) {
          asked.push(text);
          return sql.query(text, values);
        },
      }),
    );
    expect(asked).toHaveLength(2);
    expect(await vault.get('abe', ['a', 'd'])).toEqual({ a: 'a', d: 'd' });
  });

  it('seals the same value differently each time', async () => {
    await vault.put('twin-1', { city: { value: 'Lisbon' } });
    await vault.put('twin-2', { city: { value: 'Lisbon' } });
    const rows = await database.query<{ sealed: Buffer; blind_index: Buffer | null }>(
      `SELECT sealed, blind_index FROM vault.personal_value WHERE field = 'city'`,
    );
    expect(rows.map(({ blind_index }) => blind_index)).toEqual([null, null]);
    expect(rows[0]?.sealed.equals(rows[1]?.sealed ?? Buffer.alloc(0))).toBe(false);
  });

  it('finds a person by a unique value, and refuses the value to a second one', async () => {
    await vault.put('bob', { email: { value: 'bob@example.com', unique: true } });
    expect(await vault.find('email', 'bob@example.com')).toBe('bob');
    expect(await vault.find('email', 'nobody@example.com')).toBeUndefined();
    await expect(vault.put('eve', { email: { value: 'bob@example.com', unique: true } })).rejects.toThrow(
      ValueTaken,
    );
    await vault.put('bob', { email: { value: 'bob@example.org', unique: true } });
    expect(await vault.find('email', 'bob@example.com')).toBeUndefined();
  });

  it('gives a unique value to one of many who request it at once', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, turn) =>
        vault.put(`rush-${turn}`, { email: { value: 'rush@example.com', unique: true } }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await vault.find('email', 'rush@example.com')).toMatch(/^rush-\d$/);
  });

  it('accepts the same unique value from one person any number of times, also at once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const email = `again-${round}@example.com`;
      await vault.put(`again-${round}`, { city: { value: 'Lisbon' } });
      await Promise.all(
        Array.from({ length: 5 }, () =>
          vault.put(`again-${round}`, { email: { value: email, unique: true } }),
        ),
      );
      expect(await vault.find('email', email)).toBe(`again-${round}`);
    }
  });

  it('takes part in the caller’s transaction', async () => {
    const failing = database.transaction(async (sql) => {
      await vault.put('half', { email: { value: 'half@example.com', unique: true } }, sql);
      expect(await vault.get('half', ['email'], sql)).toEqual({ email: 'half@example.com' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await vault.find('email', 'half@example.com')).toBeUndefined();
  });

  it.each([
    [
      'person',
      `UPDATE vault.personal_value SET person_id = 'mallory' WHERE person_id = 'carol' AND field = 'ssn'`,
    ],
    ['field', `UPDATE vault.personal_value SET field = 'city' WHERE person_id = 'carol' AND field = 'ssn'`],
    [
      'byte',
      `UPDATE vault.personal_value SET sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1) WHERE person_id = 'carol'`,
    ],
    [
      'key',
      `UPDATE vault.person_key SET wrapped_key = (SELECT wrapped_key FROM vault.person_key WHERE person_id = 'mallory') WHERE person_id = 'carol'`,
    ],
  ])('does not open a value whose %s was changed in the database', async (_what, statement) => {
    await vault.put('mallory', { name: { value: 'Mallory' } });
    await vault.put('carol', { ssn: { value: '987-65-4321' } });
    await database.query(statement);
    const reading = Promise.all([vault.get('carol', ['ssn', 'city']), vault.get('mallory', ['ssn'])]);
    await expect(reading).rejects.toThrow('does not open');
    await database.query(`DELETE FROM vault.person_key WHERE person_id IN ('carol', 'mallory')`);
  });

  it('returns nothing after its expiry, and deletes it', async () => {
    const expiresAt = new Date(clock.getTime() + 60_000);
    await vault.put('dora', { ssn: { value: '111-22-3333', expiresAt }, city: { value: 'Porto' } });
    expect(await vault.get('dora', ['ssn'])).toEqual({ ssn: '111-22-3333' });
    clock = expiresAt;
    expect(await vault.get('dora', ['ssn', 'city'])).toEqual({ city: 'Porto' });
    expect(await vault.removeExpired()).toEqual({ removed: 1, overdue: {} });
    expect(await vault.removeExpired()).toEqual({ removed: 0, overdue: {} });
  });

  it('removes single values', async () => {
    await vault.put('finn', { ssn: { value: '1' }, city: { value: 'Faro' } });
    await vault.remove('finn', ['ssn']);
    expect(await vault.get('finn', ['ssn', 'city'])).toEqual({ city: 'Faro' });
  });

  it('erases a person permanently: their values and their key, and frees their email address', async () => {
    expect(await vault.isKnown('gus')).toBe(false);
    await vault.put('gus', { email: { value: 'gus@example.com', unique: true } });
    expect(await vault.isKnown('gus')).toBe(true);
    await vault.erase('gus');
    await vault.erase('gus');
    expect(await vault.isKnown('gus')).toBe(false);
    expect(await vault.get('gus', ['email'])).toEqual({});
    expect(await database.query(`SELECT 1 FROM vault.person_key WHERE person_id = 'gus'`)).toEqual([]);
    await expect(vault.put('gus', { city: { value: 'Braga' } })).rejects.toThrow(PersonErased);
    await vault.put('gus-2', { email: { value: 'gus@example.com', unique: true } });
  });
});

describe('a new master key', () => {
  it('replaces the old one step by step, while processes of two steps run side by side', async () => {
    const own = await freshDatabase();
    const store = openDatabase({ url: own.databaseUrl, name: 'rotation spec' });
    const step = (...masterKeys: MasterKey[]) => openVault({ database: store, masterKeys, now });
    const versions = async (): Promise<number[]> => {
      const rows = await store.query<{ master_version: number }>(
        'SELECT master_version FROM vault.person_key UNION ALL SELECT master_version FROM vault.index_key',
      );
      return rows.map(({ master_version }) => master_version);
    };
    const opensAll = async (asked: Vault, ...people: string[]) => {
      for (const person of people) expect(await asked.find('email', `${person}@example.com`)).toBe(person);
      for (const person of people) expect(await asked.get(person, ['city'])).toEqual({ city: person });
    };
    const arrives = (at: Vault, person: string) =>
      at.put(person, { email: { value: `${person}@example.com`, unique: true }, city: { value: person } });

    const before = await step(first);
    await arrives(before, 'one');
    const known = await step(first, second);
    expect([known.masterVersion, known.newestMasterVersion]).toEqual([1, 2]);
    await arrives(known, 'two');
    expect(await known.rewrap()).toBe(0);
    expect(new Set(await versions())).toEqual(new Set([1]));
    await opensAll(before, 'one', 'two');

    const wrapping = await step(second, first);
    await arrives(wrapping, 'three');
    expect(await wrapping.rewrap()).toBe(2);
    await arrives(known, 'four');
    const startedLate = await step(first, second);
    expect([await known.rewrap(), await startedLate.rewrap()]).toEqual([0, 0]);
    expect((await versions()).toSorted()).toEqual([1, 2, 2, 2, 2]);
    for (const asked of [known, startedLate, wrapping]) await opensAll(asked, 'one', 'two', 'three', 'four');

    expect(await wrapping.rewrap()).toBe(1);
    const alone = await step(second);
    await arrives(alone, 'five');
    for (const asked of [wrapping, alone]) await opensAll(asked, 'one', 'two', 'three', 'four', 'five');
    expect(new Set(await versions())).toEqual(new Set([2]));
    await store.close();
    await own.drop();
  });

  it('opens what the old one wrapped, rewraps it, and then no longer needs the old one', async () => {
    await vault.put('hana', { email: { value: 'hana@example.com', unique: true } });
    const both = await openVault({ database, masterKeys: [second, first], now });
    expect(await both.find('email', 'hana@example.com')).toBe('hana');
    let rounds = 0;
    while ((await both.rewrap(3)) > 0) rounds += 1;
    expect(rounds).toBeGreaterThan(1);
    const alone = await openVault({ database, masterKeys: [second], now });
    expect(alone.digest('requests', 'a body')).toBe(vault.digest('requests', 'a body'));
    expect(await alone.get('hana', ['email'])).toEqual({ email: 'hana@example.com' });
    expect(await alone.find('email', 'hana@example.com')).toBe('hana');
  });

  it('is refused at the start when it is an unrelated key', async () => {
    await expect(openVault({ database, masterKeys: [first], now })).rejects.toThrow('lacks version 2');
    const wrong = [{ version: 2, key: randomBytes(32) }];
    await expect(openVault({ database, masterKeys: wrong, now })).rejects.toThrow(
      'not the key that this database',
    );
  });

  it('is read from one key or from a list', () => {
    const encoded = (key: MasterKey) => key.key.toString('base64');
    expect(masterKeysVariable.parse(encoded(first))).toEqual([first]);
    expect(masterKeysVariable.parse(`2:${encoded(second)},1:${encoded(first)}`)).toEqual([second, first]);
    for (const wrong of ['short', `${encoded(first)},`, `1:${encoded(first)},1:${encoded(second)}`]) {
      expect(masterKeysVariable.safeParse(wrong).success).toBe(false);
    }
  });
});
