import type { Database, Sql } from '@groundswell/platform/database';
import { hashOfSecret, lockSignInMethods, newSecret } from '@groundswell/platform/identity';
import type { StillStands } from '../sessions/sign-in-methods.js';

/** Sign-ins whose password was right and that wait for a code: 256 random bits each, stored as a hash. */
export interface BegunSignIns {
  /** Undefined when the proof from the first half is no longer valid. */
  begin(userId: string, stands: StillStands): Promise<string | undefined>;
  /** The person signing in; undefined when the challenge is unknown, used, or too old. */
  personOf(challenge: string): Promise<string | undefined>;
  /** Uses it up, in the caller's transaction: of several concurrent attempts, one gets true. */
  take(challenge: string, sql: Sql): Promise<boolean>;
  /** Deletes expired ones. */
  removeExpired(): Promise<void>;
}

/** Milliseconds: time to find the phone and wait for the next code. */
const lifetime = 5 * 60_000;

export const createBegunSignIns = (database: Database, now: () => Date): BegunSignIns => ({
  begin: (userId, stands) =>
    database.transaction(async (sql) => {
      await lockSignInMethods(sql, userId);
      if (!(await stands(sql))) return undefined;
      const challenge = newSecret();
      await sql.query('INSERT INTO people.begun_sign_in VALUES ($1, $2, $3)', [
        hashOfSecret(challenge),
        userId,
        new Date(now().getTime() + lifetime),
      ]);
      return challenge;
    }),
  async personOf(challenge) {
    const [begun] = await database.query<{ user_id: string }>(
      'SELECT user_id FROM people.begun_sign_in WHERE challenge_hash = $1 AND expires_at > $2',
      [hashOfSecret(challenge), now()],
    );
    return begun?.user_id;
  },
  async take(challenge, sql) {
    const taken = await sql.query(
      'DELETE FROM people.begun_sign_in WHERE challenge_hash = $1 AND expires_at > $2 RETURNING 1',
      [hashOfSecret(challenge), now()],
    );
    return taken.length > 0;
  },
  async removeExpired() {
    await database.query('DELETE FROM people.begun_sign_in WHERE expires_at <= $1', [now()]);
  },
});
