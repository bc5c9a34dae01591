import { identityProofSchema, type ProvenPath } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import { hashOfSecret, newSecret } from '@groundswell/platform/identity';

/** The person, session and purpose of a proof. */
interface Occasion {
  readonly userId: string;
  readonly sessionId: string;
  readonly path: ProvenPath;
}

/** Given to a person who has proven their identity again: valid for one call, once, for a short time. */
export interface IdentityProofs {
  issue(occasion: Occasion): Promise<string>;
  /**
   * Whether the proof is valid for this occasion. Spends it; a repeat with the same `use` is accepted again.
   * @param use what it is spent on; the same for a repeat
   */
  spend(proof: string, occasion: Occasion, use: string): Promise<boolean>;
  endAllOf(userId: string): Promise<void>;
  removeExpired(): Promise<void>;
}

/** Milliseconds: long enough to repeat a request whose response was lost. */
const lifetime = 5 * 60_000;

export const createIdentityProofs = (database: Database, now: () => Date): IdentityProofs => ({
  async issue({ userId, sessionId, path }) {
    const proof = newSecret();
    await database.query('INSERT INTO people.identity_proof VALUES ($1, $2, $3, $4, $5)', [
      hashOfSecret(proof),
      userId,
      sessionId,
      path,
      new Date(now().getTime() + lifetime),
    ]);
    return proof;
  },
  async spend(proof, { userId, sessionId, path }, use) {
    if (!identityProofSchema.safeParse(proof).success) return false;
    const spent = await database.query(
      `UPDATE people.identity_proof SET used_for = $6
       WHERE proof_hash = $1 AND user_id = $2 AND session_id = $3 AND path = $4 AND expires_at > $5
         AND (used_for IS NULL OR used_for = $6)
       RETURNING 1`,
      [hashOfSecret(proof), userId, sessionId, path, now(), use],
    );
    return spent.length > 0;
  },
  async endAllOf(userId) {
    await database.query('DELETE FROM people.identity_proof WHERE user_id = $1', [userId]);
  },
  async removeExpired() {
    await database.query('DELETE FROM people.identity_proof WHERE expires_at <= $1', [now()]);
  },
});
