import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { type Database, migrate, type Sql } from '../database/index.js';
import { countOverdue, removeExpired } from './expiry.js';
import { createKeyRing, loadIndexKey } from './key-ring.js';
import type { MasterKey } from './master-keys.js';
import { vaultMigrations } from './migrations.js';
import { erasePerson, keyFor, knownAmong, lockPerson } from './person-keys.js';
import {
  findPerson,
  kindsOf,
  readValues,
  removeValues,
  storeValues,
  type ValueKeys,
} from './personal-values.js';
import { rewrap } from './rotation.js';
import { failTrial, passTrial, renewTrial, trialsOver } from './trial.js';
import type { Vault } from './types.js';

export interface VaultOptions {
  readonly database: Database;
  readonly masterKeys: readonly MasterKey[];
  readonly now?: () => Date;
}

/** What every part of an open vault works with. */
interface VaultDependencies extends ValueKeys {
  readonly database: Database;
  readonly now: () => Date;
}

/** In the caller's transaction, or in one of its own. */
const within = <Result>(
  { database }: VaultDependencies,
  sql: Sql | undefined,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> => (sql ? work(sql) : database.transaction(work));

const storing = (
  dependencies: VaultDependencies,
): Pick<Vault, 'put' | 'putOnce' | 'putUnless' | 'replace' | 'remove'> => {
  const { database, ring, indexKey, now } = dependencies;
  return {
    put: (personId, values, sql) =>
      within(dependencies, sql, async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        await storeValues(inside, indexKey, { personId, key }, values);
      }),
    putOnce: (personId, values, { beside = {}, trialUntil } = {}) =>
      database.transaction(async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        const all = { ...beside, ...values };
        const fields = Object.keys(values);
        const known = Object.entries(await readValues(inside, ring, { personId, fields, now: now() }));
        if (known.some(([field, value]) => values[field]?.value !== value)) return 'other';
        if (known.length === 0) {
          await storeValues(inside, indexKey, { personId, key, trialUntil }, all);
          return 'stored';
        }
        if (trialUntil) await renewTrial(inside, personId, Object.keys(all), trialUntil);
        return 'same';
      }),
    putUnless: (personId, values, isSettled) =>
      database.transaction(async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        const fields = Object.keys(values);
        if (isSettled(await readValues(inside, ring, { personId, fields, now: now() }))) return false;
        await storeValues(inside, indexKey, { personId, key }, values);
        return true;
      }),
    replace: (personId, fields, values, sql) =>
      within(dependencies, sql, async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        await removeValues(inside, personId, fields);
        await storeValues(inside, indexKey, { personId, key }, values);
      }),
    remove: (personId, fields, sql) =>
      within(dependencies, sql, async (inside) => {
        await lockPerson(inside, personId);
        await removeValues(inside, personId, fields);
      }),
  };
};

const trying = ({ database, now }: VaultDependencies): Pick<Vault, 'keep' | 'settleTrials'> => ({
  keep: (personId, fields) =>
    database.transaction(async (inside) => {
      await lockPerson(inside, personId);
      await passTrial(inside, personId, fields);
    }),
  async settleTrials(cameOf) {
    const moment = now();
    for (const { person_id, fields } of await trialsOver(database, moment)) {
      const kept = await cameOf(person_id, fields);
      await database.transaction(async (inside) => {
        await lockPerson(inside, person_id);
        await passTrial(inside, person_id, kept);
        await failTrial(inside, person_id, fields, moment);
      });
    }
  },
});

const asking = ({
  database,
  ring,
  indexKey,
  now,
}: VaultDependencies): Pick<Vault, 'get' | 'find' | 'isKnown' | 'knownAmong' | 'kindsOf'> => ({
  get: (personId, fields, sql = database) => readValues(sql, ring, { personId, fields, now: now() }),
  find: (field, value, sql = database) => findPerson(sql, indexKey, { field, value, now: now() }),
  isKnown: async (personId, sql = database) => (await knownAmong(sql, [personId])).length > 0,
  knownAmong: (personIds) => knownAmong(database, personIds),
  kindsOf: (personId) => kindsOf(database, personId),
});

const upkeep = (
  dependencies: VaultDependencies,
): Pick<Vault, 'erase' | 'countOverdue' | 'removeExpired' | 'rewrap'> => {
  const { database, ring, now } = dependencies;
  return {
    erase: (personId, sql) => within(dependencies, sql, (inside) => erasePerson(inside, personId, now())),
    countOverdue: (grace) => countOverdue(database, now(), grace),
    removeExpired: (grace = 0) => removeExpired(database, now(), grace),
    rewrap: (most = 500) => rewrap(database, ring, most),
  };
};

/** Each purpose has a key of its own, derived once: the program knows a handful of purposes. */
const createDigest = (indexKey: Buffer): Vault['digest'] => {
  const keys = new Map<string, KeyObject>();
  return (purpose, text) => {
    const key =
      keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', indexKey, '', purpose, 32)));
    keys.set(purpose, key);
    return createHmac('sha256', key).update(text).digest('hex');
  };
};

/** @throws FatalFault when the master key is not the one that this database was written with */
export const openVault = async ({
  database,
  masterKeys,
  now = () => new Date(),
}: VaultOptions): Promise<Vault> => {
  await migrate(database, 'vault', vaultMigrations);
  const ring = createKeyRing(masterKeys);
  const indexKey = await loadIndexKey(database, ring);
  const dependencies: VaultDependencies = { database, ring, indexKey, now };
  return {
    ...storing(dependencies),
    ...trying(dependencies),
    ...asking(dependencies),
    ...upkeep(dependencies),
    masterVersion: ring.wraps,
    newestMasterVersion: ring.newest,
    digest: createDigest(indexKey),
  };
};
