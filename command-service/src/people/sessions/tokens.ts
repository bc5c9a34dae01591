import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '@groundswell/platform/vault';

/** The stored form of a refresh token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 32 random bytes in base64url. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/**
 * The token that replaces another one. Derived rather than stored: a repeat gets the same successor although
 * it is kept nowhere, and without the vault's key it cannot be computed from the token before.
 */
export const successorOf = (vault: Pick<Vault, 'digest'>, token: string): string =>
  Buffer.from(vault.digest('refresh token successor', token), 'hex').toString('base64url');
