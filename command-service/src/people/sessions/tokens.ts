import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What is kept of a refresh token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 32 bytes of chance, in base64url. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/**
 * The token that follows another one. It is derived, not stored: a repeat gets the same successor although nobody keeps it,
 * and without the key it cannot be told from the token that it follows.
 * @param secret any secret of the service; the key is one of its own below it
 */
export const successors = (secret: string): ((token: string) => string) => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'refresh token successors', 32));
  return (token) => createHmac('sha256', key).update(token).digest('base64url');
};
