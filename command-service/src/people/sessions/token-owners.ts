import { forgetOldest } from '@groundswell/platform';
import { hashOfSecret } from '@groundswell/platform/identity';

/** The owner of a session, and when it started. */
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

/** Two hundred bytes each; other tokens are looked up in the database. */
const mostTokens = 20_000;

export const rememberTokenOwners = (): TokenOwners => {
  const owners = new Map<string, OwnedSession>();
  const keyOf = (refresh: string): string => hashOfSecret(refresh).toString('base64');
  return {
    of: (refresh) => owners.get(keyOf(refresh)),
    remember(refresh, owned) {
      owners.set(keyOf(refresh), owned);
      forgetOldest(owners, mostTokens);
    },
  };
};
