import { errors, importJWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { PrivateTokenKey, PublicTokenKey } from './keys.js';

/** Who makes a call, as the access token says. */
export interface CurrentUser {
  readonly id: string;
  readonly role: 'user' | 'staff';
  /** The sign-in that the token stems from; ending it ends every token of it. */
  readonly sessionId: string;
}

export interface AccessTokenClaims extends CurrentUser {
  readonly tokenId: string;
  readonly issuedAt: Date;
}

const algorithm = 'EdDSA';
const tokenType = 'at+jwt';
const issuer = 'groundswell';
const audience = 'groundswell-api';
/** Seconds. Short, since a token cannot be called back by those who only hold the public key. */
export const accessTokenLifetime = 600;
/** Ours have about 400 characters; a longer one is not worth the signature check. */
const longestToken = 2_048;

const claimsSchema = z.object({
  sub: z.string().min(1),
  role: z.enum(['user', 'staff']),
  sid: z.string().min(1),
  jti: z.string().min(1),
});

/** Makes the signer of access tokens (RFC 9068 profile, RFC 8725 rules). */
export const createTokenSigner = async (
  key: PrivateTokenKey,
): Promise<(claims: AccessTokenClaims) => Promise<string>> => {
  const signingKey = await importJWK(key, algorithm);
  return ({ id, role, sessionId, tokenId, issuedAt }) => {
    const issued = Math.floor(issuedAt.getTime() / 1_000);
    return new SignJWT({ role, sid: sessionId })
      .setProtectedHeader({ alg: algorithm, typ: tokenType })
      .setSubject(id)
      .setJti(tokenId)
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + accessTokenLifetime)
      .sign(signingKey);
  };
};

/** Answers who a token speaks for, or undefined when it is not one of ours, was altered, or has expired. */
export type TokenVerifier = (token: string, now?: Date) => Promise<CurrentUser | undefined>;

/** Takes a private key too, and then uses its public half alone. */
export const createTokenVerifier = async ({ kty, crv, x }: PublicTokenKey): Promise<TokenVerifier> => {
  const verifyingKey = await importJWK({ kty, crv, x }, algorithm);
  return async (token, now = new Date()) => {
    if (token.length > longestToken) return undefined;
    try {
      const { payload } = await jwtVerify(token, verifyingKey, {
        algorithms: [algorithm],
        typ: tokenType,
        issuer,
        audience,
        // Also refuses a token that claims to be issued in the future or to live longer than ours do.
        maxTokenAge: accessTokenLifetime,
        requiredClaims: ['exp', 'iat', 'sub', 'jti'],
        currentDate: now,
      });
      const claims = claimsSchema.safeParse(payload);
      if (!claims.success) return undefined;
      const { sub, role, sid } = claims.data;
      return { id: sub, role, sessionId: sid };
    } catch (fault) {
      if (fault instanceof errors.JOSEError) return undefined;
      throw fault;
    }
  };
};
