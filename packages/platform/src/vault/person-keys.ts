import type { Sql } from '../database/index.js';
import type { KeyRing, WrappedKey } from './key-ring.js';
import { newKey } from './sealing.js';

/** The person was erased; nothing may be stored for them again. */
export class PersonErased extends Error {
  override readonly name = 'PersonErased';
}

/**
 * Everything that changes a person's values first takes this lock: otherwise two writers of the same values
 * could deadlock, and PostgreSQL would report a conflict when the same unique value is stored twice at once.
 */
export const lockPerson = (sql: Sql, personId: string): Promise<WrappedKey[]> =>
  sql.query<WrappedKey>(
    'SELECT wrapped_key, master_version FROM vault.person_key WHERE person_id = $1 FOR NO KEY UPDATE',
    [personId],
  );

/** Someone else may make it meanwhile. */
const makeKey = async (sql: Sql, ring: KeyRing, personId: string, now: Date): Promise<WrappedKey> => {
  const { wrapped_key, master_version } = ring.wrap(newKey(), personId);
  await sql.query(
    `INSERT INTO vault.person_key (person_id, wrapped_key, master_version, created_at)
     SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM vault.erased_person WHERE person_id = $1)
     ON CONFLICT DO NOTHING`,
    [personId, wrapped_key, master_version, now],
  );
  const [stored] = await lockPerson(sql, personId);
  if (!stored) throw new PersonErased('this person was erased');
  return stored;
};

/**
 * The person's data key, made at their first value. Held until the transaction ends, also against an erasure.
 * @throws PersonErased
 */
export const keyFor = async (sql: Sql, ring: KeyRing, personId: string, now: Date): Promise<Buffer> => {
  const [stored] = await lockPerson(sql, personId);
  return ring.unwrap(stored ?? (await makeKey(sql, ring, personId, now)), personId);
};

/** Which of these people have a key: something was stored for them once, and they were not erased. */
export const knownAmong = async (sql: Sql, personIds: readonly string[]): Promise<string[]> => {
  const known = await sql.query<{ person_id: string }>(
    'SELECT person_id FROM vault.person_key WHERE person_id = ANY ($1)',
    [personIds],
  );
  return known.map(({ person_id }) => person_id);
};

/** Their values go with the key. Noted first, so that no one makes them a new one; to be called in one transaction. */
export const erasePerson = async (sql: Sql, personId: string, now: Date): Promise<void> => {
  await sql.query('INSERT INTO vault.erased_person VALUES ($1, $2) ON CONFLICT DO NOTHING', [personId, now]);
  await sql.query('DELETE FROM vault.person_key WHERE person_id = $1', [personId]);
};
