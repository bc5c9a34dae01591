import { createHash, randomBytes } from 'node:crypto';
import type { Vault } from '@groundswell/platform/vault';

/** What is kept of a refresh token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 32 bytes of chance, in base64url. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/**
 * The token that follows another one. It is derived, not stored: a repeat gets the same successor although no one keeps it,
 * and without the vault's key it cannot be told from the token that it follows.
 */
export const successorOf = (vault: Pick<Vault, 'digest'>, token: string): string =>
  Buffer.from(vault.digest('refresh token successor', token), 'hex').toString('base64url');
