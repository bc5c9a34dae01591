import { sessionDays } from '@groundswell/contracts';
import type { Database } from '@groundswell/platform/database';
import type { Vault } from '@groundswell/platform/vault';

/** The networks from which somebody has lately proven who they are, each as a keyed hash that nobody can read back. */
export interface KnownNetworks {
  /** @param userId undefined for an address that nobody has, which takes as long */
  isKnown(userId: string | undefined, network: string): Promise<boolean>;
  /**
   * Notes that somebody has proven just now, from there, who they are. Answers whether that is news: they have lately come
   * from others, and never from there. Whoever comes for the first time in long begins anew.
   */
  note(userId: string, network: string): Promise<boolean>;
  /** Deletes those of which nobody came for as long as a session lasts. */
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
    async note(userId, network) {
      const [row] = await database.query<{ is_new: boolean }>(
        `WITH known AS (
           SELECT digest FROM people.known_network WHERE user_id = $1 AND proven_at > $4
         ), noted AS (
           INSERT INTO people.known_network VALUES ($1, $2, $3)
           ON CONFLICT (user_id, digest) DO UPDATE SET proven_at = excluded.proven_at
         )
         SELECT coalesce(bool_and(digest <> $2), false) AS is_new FROM known`,
        [userId, digestOf(userId, network), now(), oldest()],
      );
      return row?.is_new === true;
    },
    async removeExpired() {
      await database.query('DELETE FROM people.known_network WHERE proven_at <= $1', [oldest()]);
    },
  };
};
