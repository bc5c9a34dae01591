import type { Vault } from '@groundswell/platform/vault';

/**
 * The token that replaces another one. Derived rather than stored: a repeat gets the same successor although
 * it is kept nowhere, and without the vault's key it cannot be computed from the token before.
 */
export const successorOf = (vault: Pick<Vault, 'digest'>, token: string): string =>
  Buffer.from(vault.digest('refresh token successor', token), 'hex').toString('base64url');
