import { type Database, migrate, type Sql } from '../database/index.js';
import { createKeyRing, type KeyRing, loadIndexKey, type WrappedKey } from './key-ring.js';
import type { MasterKey } from './master-keys.js';
import { vaultMigrations } from './migrations.js';
import { blindIndex, newKey, open, seal } from './sealing.js';

/** A value to keep. Normalise it first where it is to be found again: the index sees every letter. */
export interface PersonalValue {
  readonly value: string;
  /** At most one person may have this value in this field, and `find` finds them by it. */
  readonly unique?: boolean;
  /** From then on the value is not handed out, and `removeExpired` deletes it. */
  readonly expiresAt?: Date;
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
  put(personId: string, values: Readonly<Record<string, PersonalValue>>, sql?: Sql): Promise<void>;
  /** What there is of the fields asked for; of a person who is unknown or erased, nothing. */
  get<Field extends string>(
    personId: string,
    fields: readonly Field[],
    sql?: Sql,
  ): Promise<Partial<Record<Field, string>>>;
  /** The person who has this value in a unique field. */
  find(field: string, value: string, sql?: Sql): Promise<string | undefined>;
  remove(personId: string, fields: readonly string[], sql?: Sql): Promise<void>;
  /** Deletes a person's values and their key, for good. */
  erase(personId: string, sql?: Sql): Promise<void>;
  /** Deletes what has expired; answers how many values. */
  removeExpired(): Promise<number>;
  /** Wraps up to `most` keys of people with the newest master key; answers how many it did. Repeat until 0. */
  rewrap(most?: number): Promise<number>;
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
 * The person's data key, made at their first value. Held until the transaction ends, against an erasure, and against
 * another one who stores for the same person: PostgreSQL would take the same unique value, stored twice at once, for
 * a conflict.
 */
const keyFor = async (sql: Sql, ring: KeyRing, personId: string, now: Date): Promise<Buffer> => {
  const { wrapped_key, master_version } = ring.wrap(newKey(), personId);
  await sql.query(
    `INSERT INTO vault.person_key (person_id, wrapped_key, master_version, created_at)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM vault.erased_person WHERE person_id = $1)
     ON CONFLICT DO NOTHING`,
    [personId, wrapped_key, master_version, now],
  );
  const [stored] = await sql.query<WrappedKey>(
    'SELECT wrapped_key, master_version FROM vault.person_key WHERE person_id = $1 FOR NO KEY UPDATE',
    [personId],
  );
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

  const store = async (sql: Sql, key: Buffer, personId: string, field: string, given: PersonalValue) => {
    const sealed = seal(key, Buffer.from(given.value, 'utf8'), ['value', personId, field]);
    const index = given.unique ? blindIndex(indexKey, field, given.value) : null;
    try {
      await sql.query(
        `INSERT INTO vault.personal_value (person_id, field, sealed, blind_index, expires_at)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (person_id, field) DO UPDATE
         SET sealed = excluded.sealed, blind_index = excluded.blind_index, expires_at = excluded.expires_at`,
        [personId, field, sealed, index, given.expiresAt ?? null],
      );
    } catch (fault) {
      throw isUniqueViolation(fault) ? new ValueTaken(field) : fault;
    }
  };

  return {
    put: (personId, values, sql) =>
      within(sql, async (inside) => {
        const key = await keyFor(inside, ring, personId, now());
        for (const [field, given] of Object.entries(values)) await store(inside, key, personId, field, given);
      }),
    async get(personId, fields, sql = database) {
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
    },
    async find(field, value, sql = database) {
      const [found] = await sql.query<{ person_id: string }>(
        `SELECT person_id FROM vault.personal_value
         WHERE field = $1 AND blind_index = $2 AND (expires_at IS NULL OR expires_at > $3)`,
        [field, blindIndex(indexKey, field, value), now()],
      );
      return found?.person_id;
    },
    async remove(personId, fields, sql = database) {
      await sql.query('DELETE FROM vault.personal_value WHERE person_id = $1 AND field = ANY ($2)', [
        personId,
        fields,
      ]);
    },
    erase: (personId, sql) =>
      within(sql, async (inside) => {
        await inside.query('INSERT INTO vault.erased_person VALUES ($1, $2) ON CONFLICT DO NOTHING', [
          personId,
          now(),
        ]);
        await inside.query('DELETE FROM vault.person_key WHERE person_id = $1', [personId]);
      }),
    async removeExpired() {
      const removed = await database.query(
        'DELETE FROM vault.personal_value WHERE expires_at <= $1 RETURNING field',
        [now()],
      );
      return removed.length;
    },
    rewrap: (most = 500) =>
      database.transaction(async (sql) => {
        const rows = await sql.query<WrappedKey & { person_id: string }>(
          `SELECT person_id, wrapped_key, master_version FROM vault.person_key
           WHERE master_version <> $1 ORDER BY person_id LIMIT $2 FOR NO KEY UPDATE`,
          [ring.newest, most],
        );
        for (const row of rows) {
          const { wrapped_key, master_version } = ring.wrap(ring.unwrap(row, row.person_id), row.person_id);
          await sql.query(
            'UPDATE vault.person_key SET wrapped_key = $2, master_version = $3 WHERE person_id = $1',
            [row.person_id, wrapped_key, master_version],
          );
        }
        return rows.length;
      }),
  };
};
