import { hashOf } from './tokens.js';

/** Whom a session belongs to, and since when. */
export interface OwnedSession {
  readonly userId: string;
  readonly startedAt: Date;
}

/** Whose the refresh tokens are that this process has given out: neither changes, so that it cannot grow old. */
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
