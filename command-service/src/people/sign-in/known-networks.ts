import { sessionDays } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';

/** The networks from which a person recently proved their identity, each stored as a keyed hash. */
export interface KnownNetworks {
  /** @param userId undefined for an unknown address, which takes as long */
  isKnown(userId: string | undefined, network: string): Promise<boolean>;
  /**
   * Records that a person has just proved their identity from a network. If it is new, they are owed a notice: they have
   * recently come from others, never from this one. After a long absence, no network counts as new. Returns whether
   * they are owed any notice.
   * @param isTold whether they are told in another way, so that a new network owes them nothing
   */
  note(userId: string, network: string, isTold?: boolean): Promise<boolean>;
  /** Deletes those not used for as long as a session lasts. */
  removeExpired(): Promise<void>;
}

/** Milliseconds. */
const remembered = sessionDays.longest * 24 * 60 * 60_000;

export const createKnownNetworks = (
  database: Database,
  vault: Pick<Vault, 'digest'>,
  now: () => Date,
): KnownNetworks => {
  const digestOf = (userId: string, network: string): string =>
    vault.digest('known network', `${userId} ${network}`);
  const oldest = (): Date => new Date(now().getTime() - remembered);
  return {
    async isKnown(userId = '', network) {
      const known = await database.query(
        'SELECT FROM people.known_network WHERE user_id = $1 AND digest = $2 AND proven_at > $3',
        [userId, digestOf(userId, network), oldest()],
      );
      return known.length > 0;
    },
    async note(userId, network, isTold = false) {
      const [row] = await database.query<{ is_owed: boolean }>(
        `WITH known AS (
           SELECT digest FROM people.known_network WHERE user_id = $1 AND proven_at > $4
         ), noted AS (
           INSERT INTO people.known_network VALUES ($1, $2, $3)
           ON CONFLICT (user_id, digest) DO UPDATE SET proven_at = excluded.proven_at
         ), owed AS (
           INSERT INTO people.owed_notice (user_id, command, occurred_at)
           SELECT $1, 'NoteNewNetwork', $3 FROM known WHERE NOT $5 HAVING bool_and(digest <> $2)
           RETURNING notice_id
         )
         SELECT EXISTS (TABLE owed) OR EXISTS (SELECT FROM people.owed_notice WHERE user_id = $1) AS is_owed`,
        [userId, digestOf(userId, network), now(), oldest(), isTold],
      );
      return row?.is_owed === true;
    },
    async removeExpired() {
      await database.query('DELETE FROM people.known_network WHERE proven_at <= $1', [oldest()]);
    },
  };
};
