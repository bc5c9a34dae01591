import { randomBytes } from 'node:crypto';
import type { Database, Sql } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';
import { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.js';

/** The unused recovery codes of all people, as keyed digests. */
export interface StoredRecoveryCodes {
  /** How many a person has left. */
  left(userId: string): Promise<number>;
  /** Replaces a person's codes in the caller's transaction. Returns the new ones, which cannot be read again. */
  renew(userId: string, sql: Sql): Promise<readonly string[]>;
  /** Deletes a code, however it was typed; false when there is no such code. */
  spend(userId: string, code: string, sql: Sql): Promise<boolean>;
}

export const storeRecoveryCodes = ({
  database,
  vault,
}: {
  readonly database: Database;
  readonly vault: Pick<Vault, 'digest'>;
}): StoredRecoveryCodes => {
  const digestOf = (userId: string, code: string): string =>
    vault.digest('recovery code', `${userId} ${plainRecoveryCode(code)}`);
  return {
    async left(userId) {
      const left = await database.query('SELECT FROM people.recovery_code WHERE user_id = $1', [userId]);
      return left.length;
    },
    async renew(userId, sql) {
      const codes = newRecoveryCodes(randomBytes);
      await sql.query('DELETE FROM people.recovery_code WHERE user_id = $1', [userId]);
      await sql.query(
        'INSERT INTO people.recovery_code SELECT $1, digest FROM unnest($2::text[]) AS r (digest)',
        [userId, codes.map((code) => digestOf(userId, code))],
      );
      return codes;
    },
    async spend(userId, code, sql) {
      const spent = await sql.query(
        'DELETE FROM people.recovery_code WHERE user_id = $1 AND digest = $2 RETURNING 1',
        [userId, digestOf(userId, code)],
      );
      return spent.length > 0;
    },
  };
};
