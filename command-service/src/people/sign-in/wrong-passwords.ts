import type { Database } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';
import { openBetween } from '../../shared/attempts.js';

/** Consecutive wrong passwords, by what they were tried with. */
export interface WrongPasswords {
  /**
   * Counts an attempt before it is checked, so that concurrent attempts gain nothing. A right password resets
   * the count.
   * @returns whether it may be checked
   */
  mayTry(key: string): Promise<boolean>;
  forget(keys: readonly string[]): Promise<void>;
  /** Deletes expired counts. */
  removeExpired(): Promise<void>;
}

/** NIST SP 800-63B, section 5.2.2: at most a hundred in a row for one account. */
const mostInARow = 100;
/** Milliseconds since the first of them. */
const counted = 30 * 24 * 60 * 60_000;
/** Hexadecimal digits of a key's hash: strangers with made-up addresses fill at most a million rows. */
const digits = 5;

export const createWrongPasswords = (
  database: Database,
  vault: Pick<Vault, 'digest'>,
  now: () => Date,
): WrongPasswords => {
  const bucketOf = (key: string): string => vault.digest('wrong passwords', key).slice(0, digits);
  const open = () => openBetween(now().getTime(), counted);
  return {
    async mayTry(key) {
      const [row] = await database.query<{ count: number }>(
        `INSERT INTO people.wrong_password AS known VALUES ($1, 1, $2)
         ON CONFLICT (bucket) DO UPDATE SET
           count = CASE WHEN known.since > $3 AND known.since <= $4 THEN least(known.count + 1, $5) ELSE 1 END,
           since = CASE WHEN known.since > $3 AND known.since <= $4 THEN known.since ELSE $2 END
         RETURNING count`,
        [bucketOf(key), now(), ...open(), mostInARow + 1],
      );
      return row !== undefined && row.count <= mostInARow;
    },
    async forget(keys) {
      await database.query('DELETE FROM people.wrong_password WHERE bucket = ANY($1)', [keys.map(bucketOf)]);
    },
    async removeExpired() {
      await database.query('DELETE FROM people.wrong_password WHERE since <= $1 OR since > $2', open());
    },
  };
};
