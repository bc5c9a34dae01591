import type { Session } from '@groundswell/contracts';
import type { AccessTokenClaims } from '@groundswell/platform/identity';
import type { OpenSession } from '../sessions/beginning.js';

/** What the holder of an open session is given. */
export type TokensOf = (session: OpenSession, role: 'user' | 'staff') => Session;

export interface TokensParts {
  readonly signToken: (claims: AccessTokenClaims) => string;
  readonly now: () => Date;
  readonly newId: () => string;
}

export const createTokens =
  ({ signToken, now, newId }: TokensParts): TokensOf =>
  ({ sessionId, userId, refresh }, role) => ({
    access: signToken({ id: userId, role, sessionId, tokenId: newId(), issuedAt: now() }),
    refresh,
  });
