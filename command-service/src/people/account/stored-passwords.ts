import type { Database, Sql } from '@groundswell/platform/database';
import type { StillStands } from '../sessions/sign-in-methods.js';

interface Credential {
  readonly password_hash: string;
  readonly changed_at: Date;
}

/** The password hashes of all people. */
export interface StoredPasswords {
  find(userId: string, sql?: Sql): Promise<Credential | undefined>;
  /**
   * Sets a person's password, in the caller's transaction.
   * @param changedAt when the log says that it changed: one with another time was replaced
   */
  store(userId: string, hashed: string, changedAt: string | Date, sql: Sql): Promise<void>;
  /** Stores the same password hashed at the current cost; false when the password was replaced in the meantime. */
  storeRehashed(userId: string, outdated: string, hashed: string): Promise<boolean>;
  /** Whether a person still has the password with this hash. */
  whileHash(userId: string, hashed: string): StillStands;
}

export const storePasswords = (database: Database): StoredPasswords => {
  const find = async (userId: string, sql: Sql = database): Promise<Credential | undefined> => {
    const [credential] = await sql.query<Credential>(
      'SELECT password_hash, changed_at FROM people.credential WHERE user_id = $1',
      [userId],
    );
    return credential;
  };
  return {
    find,
    async store(userId, hashed, changedAt, sql) {
      await sql.query(
        `INSERT INTO people.credential VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
        [userId, hashed, changedAt],
      );
    },
    async storeRehashed(userId, outdated, hashed) {
      const stored = await database.query(
        'UPDATE people.credential SET password_hash = $3 WHERE user_id = $1 AND password_hash = $2 RETURNING 1',
        [userId, outdated, hashed],
      );
      return stored.length > 0;
    },
    whileHash: (userId, hashed) => async (sql) => (await find(userId, sql))?.password_hash === hashed,
  };
};
