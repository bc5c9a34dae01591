import { createHmac, hkdfSync } from 'node:crypto';
import { type Database, migrate, type Sql } from '../database/index.js';
import { countOverdue, kindOf, removeExpired, type Sweep } from './expiry.js';
import { createKeyRing, type KeyRing, loadIndexKey, type WrappedKey } from './key-ring.js';
import type { MasterKey } from './master-keys.js';
import { vaultMigrations } from './migrations.js';
import { rewrap } from './rotation.js';
import { blindIndex, newKey, open, seal } from './sealing.js';
import { type CameOf, failTrial, passTrial, renewTrial, trialsOver } from './trial.js';

/** A value to keep. Normalise it first where it is to be found again: the index sees every letter. */
export interface PersonalValue {
  readonly value: string;
  /** At most one person may have this value in this field, and `find` finds them by it. */
  readonly unique?: boolean;
  /** From then on the value is not handed out, and `removeExpired` deletes it. */
  readonly expiresAt?: Date;
}
export type PersonalValues = Readonly<Record<string, PersonalValue>>;

interface StoringOnce {
  /** Stored along with the values, and not compared. */
  readonly beside?: PersonalValues;
  /** By then `keep` is to say that something came of the values; a repeat puts it off. */
  readonly trialUntil?: Date;
}

/** Another person has this value in this field. */
export class ValueTaken extends Error {
  override readonly name = 'ValueTaken';
  constructor(readonly field: string) {
    super(`another person has this ${field}`);
  }
}

/** The person was erased; nothing may be stored for them again. */
export class PersonErased extends Error {
  override readonly name = 'PersonErased';
}

/** Personal data lives here and nowhere else. Calls that take `sql` take part in the caller's transaction. */
export interface Vault {
  /** @throws ValueTaken, PersonErased */
  put(personId: string, values: PersonalValues, sql?: Sql): Promise<void>;
  /**
   * Stores the values unless one of them is there already: then nothing changes, and the answer is whether those that
   * are there are the `same` or `other` ones. What was deleted in the meantime does not come back by a repeat.
   * @throws ValueTaken, PersonErased
   */
  putOnce(
    personId: string,
    values: PersonalValues,
    options?: StoringOnce,
  ): Promise<'stored' | 'same' | 'other'>;
  /** Deletes fields and stores values in one transaction. @throws ValueTaken, PersonErased */
  replace(personId: string, fields: readonly string[], values: PersonalValues, sql?: Sql): Promise<void>;
  /** Something came of values that were on trial: each of them stays until its expiry. What is gone stays so. */
  keep(personId: string, fields: readonly string[]): Promise<void>;
  /**
   * Asks about what is on trial although its time is over: `keep` may have been lost in a crash. What something came of
   * is kept; the rest has expired with its trial. Until somebody asks, values on trial are read like any other.
   */
  settleTrials(cameOf: CameOf): Promise<void>;
  /** What there is of the fields asked for; of a person who is unknown or erased, nothing. */
  get<Field extends string>(
    personId: string,
    fields: readonly Field[],
    sql?: Sql,
  ): Promise<Partial<Record<Field, string>>>;
  /** The person who has this value in a unique field. */
  find(field: string, value: string, sql?: Sql): Promise<string | undefined>;
  remove(personId: string, fields: readonly string[], sql?: Sql): Promise<void>;
  /** Whether anything was ever stored for a person who is not erased. */
  isKnown(personId: string): Promise<boolean>;
  /** Of these people, those for whom it is so. */
  knownAmong(personIds: readonly string[]): Promise<string[]>;
  /** What there is of a person, as kinds of fields, such as `application.*.ssn`. */
  kindsOf(personId: string): Promise<string[]>;
  /** Deletes a person's values and their key, for good. */
  erase(personId: string, sql?: Sql): Promise<void>;
  /** How many values nobody has deleted although they expired more than `grace` milliseconds ago. */
  countOverdue(grace: number): Promise<number>;
  /** Deletes what has expired, and says what of it should have been gone for longer than `grace` milliseconds. */
  removeExpired(grace?: number): Promise<Sweep>;
  /** Wraps up to `most` keys of people, that older master keys wrapped, anew; answers how many it did. Repeat until 0. */
  rewrap(most?: number): Promise<number>;
  /** Of the master key that wraps. */
  readonly masterVersion: number;
  /** Of the newest master key that is known: above `masterVersion` while it only unwraps. */
  readonly newestMasterVersion: number;
  /**
   * A keyed hash: tells whether two texts are the same, and nothing else without the key. The key is this database's
   * own, and stays when master keys change.
   */
  digest(purpose: string, text: string): string;
}

export interface VaultOptions {
  readonly database: Database;
  readonly masterKeys: readonly MasterKey[];
  readonly now?: () => Date;
}

interface SealedRow extends WrappedKey {
  readonly field: string;
  readonly sealed: Buffer;
}

const isUniqueViolation = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === '23505';

/**
 * Everything that changes a person's values waits here for its turn, before it touches any of them: else two who change
 * the same ones could wait for each other, and PostgreSQL would take the same unique value, stored twice at once, for a
 * conflict.
 */
const lock = (sql: Sql, personId: string): Promise<WrappedKey[]> =>
  sql.query<WrappedKey>(
    'SELECT wrapped_key, master_version FROM vault.person_key WHERE person_id = $1 FOR NO KEY UPDATE',
    [personId],
  );

/** The person's data key, made at their first value. Held until the transaction ends, also against an erasure. */
const keyFor = async (sql: Sql, ring: KeyRing, personId: string, now: Date): Promise<Buffer> => {
  const { wrapped_key, master_version } = ring.wrap(newKey(), personId);
  await sql.query(
    `INSERT INTO vault.person_key (person_id, wrapped_key, master_version, created_at)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM vault.erased_person WHERE person_id = $1)
     ON CONFLICT DO NOTHING`,
    [personId, wrapped_key, master_version, now],
  );
  const [stored] = await lock(sql, personId);
  if (!stored) throw new PersonErased('this person was erased');
  return ring.unwrap(stored, personId);
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

  const within = <Result>(sql: Sql | undefined, work: (sql: Sql) => Promise<Result>): Promise<Result> =>
    sql ? work(sql) : database.transaction(work);

  const storeOne = async (
    sql: Sql,
    key: Buffer,
    [personId, field]: readonly [string, string],
    given: PersonalValue,
    trialUntil: Date | undefined,
  ) => {
    const sealed = seal(key, Buffer.from(given.value, 'utf8'), ['value', personId, field]);
    const index = given.unique ? blindIndex(indexKey, field, given.value) : null;
    try {
      await sql.query(
        `INSERT INTO vault.personal_value (person_id, field, sealed, blind_index, expires_at, trial_until)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (person_id, field) DO UPDATE
         SET sealed = excluded.sealed, blind_index = excluded.blind_index, expires_at = excluded.expires_at,
             trial_until = excluded.trial_until`,
        [personId, field, sealed, index, given.expiresAt ?? null, trialUntil ?? null],
      );
    } catch (fault) {
      throw isUniqueViolation(fault) ? new ValueTaken(field) : fault;
    }
  };
  const store = async (
    sql: Sql,
    key: Buffer,
    personId: string,
    values: PersonalValues,
    trialUntil?: Date,
  ): Promise<void> => {
    for (const [field, given] of Object.entries(values)) {
      await storeOne(sql, key, [personId, field], given, trialUntil);
    }
  };
  const removeFields = (sql: Sql, personId: string, fields: readonly string[]): Promise<object[]> =>
    sql.query('DELETE FROM vault.personal_value WHERE person_id = $1 AND field = ANY ($2)', [
      personId,
      fields,
    ]);

  const get = async (
    personId: string,
    fields: readonly string[],
    sql: Sql,
  ): Promise<Partial<Record<string, string>>> => {
    const rows = await sql.query<SealedRow>(
      `SELECT value.field, value.sealed, person.wrapped_key, person.master_version
       FROM vault.personal_value value JOIN vault.person_key person USING (person_id)
       WHERE value.person_id = $1 AND value.field = ANY ($2) AND (value.expires_at IS NULL OR value.expires_at > $3)`,
      [personId, fields, now()],
    );
    const [first] = rows;
    if (!first) return {};
    const key = ring.unwrap(first, personId);
    const values: Partial<Record<string, string>> = {};
    for (const { field, sealed } of rows) {
      values[field] = open(key, sealed, ['value', personId, field]).toString('utf8');
    }
    return values;
  };

  return {
    put: (personId, values, sql) =>
      within(sql, async (inside) =>
        store(inside, await keyFor(inside, ring, personId, now()), personId, values),
      ),
    putOnce: (personId, values, { beside = {}, trialUntil } = {}) =>
      database.transaction(async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        const all = { ...beside, ...values };
        const known = Object.entries(await get(personId, Object.keys(values), inside));
        if (known.some(([field, value]) => values[field]?.value !== value)) return 'other';
        if (known.length === 0) {
          await store(inside, key, personId, all, trialUntil);
          return 'stored';
        }
        if (trialUntil) await renewTrial(inside, personId, Object.keys(all), trialUntil);
        return 'same';
      }),
    replace: (personId, fields, values, sql) =>
      within(sql, async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        await removeFields(inside, personId, fields);
        await store(inside, key, personId, values);
      }),
    keep: (personId, fields) =>
      database.transaction(async (inside) => {
        await lock(inside, personId);
        await passTrial(inside, personId, fields);
      }),
    async settleTrials(cameOf) {
      const moment = now();
      for (const { person_id, fields } of await trialsOver(database, moment)) {
        const kept = await cameOf(person_id, fields);
        await database.transaction(async (inside) => {
          await lock(inside, person_id);
          await passTrial(inside, person_id, kept);
          await failTrial(inside, person_id, fields, moment);
        });
      }
    },
    get: (personId, fields, sql = database) => get(personId, fields, sql),
    async find(field, value, sql = database) {
      const [found] = await sql.query<{ person_id: string }>(
        `SELECT person_id FROM vault.personal_value
         WHERE field = $1 AND blind_index = $2 AND (expires_at IS NULL OR expires_at > $3)`,
        [field, blindIndex(indexKey, field, value), now()],
      );
      return found?.person_id;
    },
    remove: (personId, fields, sql) =>
      within(sql, async (inside) => {
        await lock(inside, personId);
        await removeFields(inside, personId, fields);
      }),
    async isKnown(personId) {
      const keys = await database.query('SELECT FROM vault.person_key WHERE person_id = $1', [personId]);
      return keys.length > 0;
    },
    async knownAmong(personIds) {
      const known = await database.query<{ person_id: string }>(
        'SELECT person_id FROM vault.person_key WHERE person_id = ANY ($1)',
        [personIds],
      );
      return known.map(({ person_id }) => person_id);
    },
    async kindsOf(personId) {
      const rows = await database.query<{ field: string }>(
        'SELECT field FROM vault.personal_value WHERE person_id = $1 ORDER BY field',
        [personId],
      );
      return [...new Set(rows.map(({ field }) => kindOf(field)))];
    },
    erase: (personId, sql) =>
      within(sql, async (inside) => {
        await inside.query('INSERT INTO vault.erased_person VALUES ($1, $2) ON CONFLICT DO NOTHING', [
          personId,
          now(),
        ]);
        await inside.query('DELETE FROM vault.person_key WHERE person_id = $1', [personId]);
      }),
    countOverdue: (grace) => countOverdue(database, now(), grace),
    removeExpired: (grace = 0) => removeExpired(database, now(), grace),
    rewrap: (most = 500) => rewrap(database, ring, most),
    masterVersion: ring.wraps,
    newestMasterVersion: ring.newest,
    digest: (purpose, text) =>
      createHmac('sha256', Buffer.from(hkdfSync('sha256', indexKey, '', purpose, 32)))
        .update(text)
        .digest('hex'),
  };
};
