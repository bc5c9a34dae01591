import { hashOf } from './tokens.js';

/** Whom a session belongs to, and since when. */
export interface OwnedSession {
  readonly userId: string;
  readonly startedAt: Date;
}

/**
 * Owners of the refresh tokens that this process has issued: an owner never changes, so the cache cannot
 * become stale.
 */
export interface TokenOwners {
  of(refresh: string): OwnedSession | undefined;
  remember(refresh: string, owned: OwnedSession): void;
}

/** Two hundred bytes each; of other tokens the database is asked. */
const mostTokens = 20_000;

export const rememberTokenOwners = (): TokenOwners => {
  const owners = new Map<string, OwnedSession>();
  const keyOf = (refresh: string): string => hashOf(refresh).toString('base64');
  return {
    of: (refresh) => owners.get(keyOf(refresh)),
    remember(refresh, owned) {
      owners.set(keyOf(refresh), owned);
      const oldest = owners.keys().next();
      if (owners.size > mostTokens && !oldest.done) owners.delete(oldest.value);
    },
  };
};
