import type { Sql } from '../database/index.js';
import { codeOf } from '../faults.js';
import { kindOf } from './expiry.js';
import type { KeyRing, WrappedKey } from './key-ring.js';
import { blindIndex, open, seal } from './sealing.js';

/** A value to keep. Normalise it first where it is to be found again: the index sees every letter. */
export interface PersonalValue {
  readonly value: string;
  /** At most one person may have this value in this field, and `find` finds them by it. */
  readonly unique?: boolean;
  /** From then on the value is not handed out, and `removeExpired` deletes it. */
  readonly expiresAt?: Date;
}
export type PersonalValues = Readonly<Record<string, PersonalValue>>;

/** Another person has this value in this field. */
export class ValueTaken extends Error {
  override readonly name = 'ValueTaken';
  constructor(field: string) {
    super(`another person has this ${field}`);
  }
}

interface SealedRow extends WrappedKey {
  readonly field: string;
  readonly sealed: Buffer;
}

const isUniqueViolation = (fault: unknown): boolean => codeOf(fault) === '23505';

/** What opens a person's values, and finds them. */
export interface ValueKeys {
  readonly ring: KeyRing;
  readonly indexKey: Buffer;
}

/** The person and field of a value. */
interface Place {
  readonly personId: string;
  /** The person's own. */
  readonly key: Buffer;
  /** By this time its use has to be confirmed; without it, there is no trial. */
  readonly trialUntil?: Date | undefined;
}

/**
 * Each in the place of what its field held. The person is locked already, by the one who got their key. One statement: a command
 * that brings several values waits for it.
 * @throws ValueTaken
 */
export const storeValues = async (
  sql: Sql,
  indexKey: Buffer,
  { personId, key, trialUntil }: Place,
  values: PersonalValues,
): Promise<void> => {
  const [fields, given] = [Object.keys(values), Object.entries(values)];
  try {
    await sql.query(
      `INSERT INTO vault.personal_value (person_id, field, sealed, blind_index, expires_at, trial_until)
       SELECT $1, field, sealed, blind_index, expires_at, $6
       FROM unnest($2::text[], $3::bytea[], $4::bytea[], $5::timestamptz[]) AS given (field, sealed, blind_index, expires_at)
       ON CONFLICT (person_id, field) DO UPDATE
       SET sealed = excluded.sealed, blind_index = excluded.blind_index, expires_at = excluded.expires_at,
           trial_until = excluded.trial_until`,
      [
        personId,
        fields,
        given.map(([field, { value }]) => seal(key, Buffer.from(value, 'utf8'), ['value', personId, field])),
        given.map(([field, { value, unique }]) => (unique ? blindIndex(indexKey, field, value) : null)),
        given.map(([, { expiresAt }]) => expiresAt ?? null),
        trialUntil ?? null,
      ],
    );
  } catch (fault) {
    throw isUniqueViolation(fault) ? new ValueTaken(fields.join(' or ')) : fault;
  }
};

/** @throws SealBroken when a value was altered or copied from another place; FatalFault when its master key is missing */
export const readValues = async (
  sql: Sql,
  ring: KeyRing,
  { personId, fields, now }: { personId: string; fields: readonly string[]; now: Date },
): Promise<Partial<Record<string, string>>> => {
  const rows = await sql.query<SealedRow>(
    `SELECT value.field, value.sealed, person.wrapped_key, person.master_version
     FROM vault.personal_value value JOIN vault.person_key person USING (person_id)
     WHERE value.person_id = $1 AND value.field = ANY ($2) AND (value.expires_at IS NULL OR value.expires_at > $3)`,
    [personId, fields, now],
  );
  const [first] = rows;
  if (!first) return {};
  const key = ring.unwrap(first, personId);
  return Object.fromEntries(
    rows.map(({ field, sealed }) => [field, open(key, sealed, ['value', personId, field]).toString('utf8')]),
  );
};

/** The person who has a value, found by the blind index: nothing is decrypted. */
export const findPerson = async (
  sql: Sql,
  indexKey: Buffer,
  { field, value, now }: { field: string; value: string; now: Date },
): Promise<string | undefined> => {
  const [found] = await sql.query<{ person_id: string }>(
    `SELECT person_id FROM vault.personal_value
     WHERE field = $1 AND blind_index = $2 AND (expires_at IS NULL OR expires_at > $3)`,
    [field, blindIndex(indexKey, field, value), now],
  );
  return found?.person_id;
};

/** Also removes expired values that were not deleted yet. */
export const removeValues = (sql: Sql, personId: string, fields: readonly string[]): Promise<object[]> =>
  sql.query('DELETE FROM vault.personal_value WHERE person_id = $1 AND field = ANY ($2)', [personId, fields]);

/** Kinds of values kept for a person, including expired ones that were not deleted yet. */
export const kindsOf = async (sql: Sql, personId: string): Promise<string[]> => {
  const rows = await sql.query<{ field: string }>(
    'SELECT field FROM vault.personal_value WHERE person_id = $1 ORDER BY field',
    [personId],
  );
  return [...new Set(rows.map(({ field }) => kindOf(field)))];
};
