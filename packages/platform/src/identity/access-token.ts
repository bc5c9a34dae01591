import { createPrivateKey, sign } from 'node:crypto';
import { errors, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { forgetOldest } from '../process/forget-oldest.js';
import type { PrivateTokenKey, PublicTokenKey } from './keys.js';

/** The caller, from the access token. */
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
/** Seconds. Short, because a service that only holds the public key cannot revoke a token. */
export const accessTokenLifetime = 600;
/** Seconds that the clock of the one who signs may be ahead of the one of the one who verifies. */
const clockSkew = 30;
/** Ours have about 400 characters; a longer one is not worth the signature check. */
const longestToken = 2_048;
/** Tokens of which the signature was found good, so that it is checked once for each. */
const mostKnown = 10_000;

type VerifyingKey = Awaited<ReturnType<typeof importJWK>>;

const claimsSchema = z.object({
  sub: z.string().min(1),
  role: z.enum(['user', 'staff']),
  sid: z.string().min(1),
  jti: z.string().min(1),
});

const inBase64Url = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const header = inBase64Url({ alg: algorithm, typ: tokenType });

/**
 * Makes the signer of access tokens (RFC 9068 profile, RFC 8725 rules; RFC 7515, section 7.1). It signs at once: handing such
 * a short text to another thread takes longer than to sign it.
 */
export const createTokenSigner = (key: PrivateTokenKey): ((claims: AccessTokenClaims) => string) => {
  const signingKey = createPrivateKey({ key, format: 'jwk' });
  return ({ id, role, sessionId, tokenId, issuedAt }) => {
    const iat = Math.floor(issuedAt.getTime() / 1_000);
    const claims = { role, sid: sessionId, sub: id, jti: tokenId, iss: issuer, aud: audience, iat };
    const signed = `${header}.${inBase64Url({ ...claims, exp: iat + accessTokenLifetime })}`;
    return `${signed}.${sign(null, Buffer.from(signed), signingKey).toString('base64url')}`;
  };
};

/** Returns the token's user, or undefined when it is not ours, was altered, or has expired. */
export type TokenVerifier = (token: string) => Promise<CurrentUser | undefined>;

/** The claims of a token that one of the keys signed. @throws JOSEError for any fault of it */
const opened = async (token: string, keys: readonly VerifyingKey[], now: Date): Promise<JWTPayload> => {
  const [key, ...others] = keys;
  if (!key) throw new errors.JWSSignatureVerificationFailed();
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: tokenType,
      issuer,
      audience,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      currentDate: now,
    });
    return payload;
  } catch (fault) {
    if (fault instanceof errors.JWSSignatureVerificationFailed) return opened(token, others, now);
    throw fault;
  }
};

interface KnownToken {
  readonly user: CurrentUser | undefined;
  /** Seconds since 1970. */
  readonly issued: number;
  readonly expires: number;
}

/** Whether a token was issued lately: not before ours would have expired, and not in a future that no clock explains. */
const isOfOurTime = ({ issued, expires }: KnownToken, now: Date): boolean => {
  const second = Math.floor(now.getTime() / 1_000);
  const age = second - issued;
  return age >= -clockSkew && age <= accessTokenLifetime && second < expires;
};

/**
 * Accepts tokens signed by any of the keys: there are two during a key rotation. Only the public half of a
 * private key is used.
 */
export const createTokenVerifier = async (
  keys: readonly PublicTokenKey[],
  now: () => Date = () => new Date(),
): Promise<TokenVerifier> => {
  const verifyingKeys = await Promise.all(
    keys.map(({ kty, crv, x }) => importJWK({ kty, crv, x }, algorithm)),
  );
  const known = new Map<string, KnownToken>();
  const remember = (token: string, good: KnownToken): KnownToken => {
    known.set(token, good);
    forgetOldest(known, mostKnown);
    return good;
  };
  return async (token) => {
    if (token.length > longestToken) return undefined;
    try {
      const moment = now();
      const good = known.get(token) ?? remember(token, claimsOf(await opened(token, verifyingKeys, moment)));
      if (isOfOurTime(good, moment)) return good.user;
      known.delete(token);
      return undefined;
    } catch (fault) {
      if (fault instanceof errors.JOSEError) return undefined;
      throw fault;
    }
  };
};

const claimsOf = (payload: JWTPayload): KnownToken => ({
  user: userIn(payload),
  issued: payload.iat ?? 0,
  expires: payload.exp ?? 0,
});

const userIn = (payload: JWTPayload): CurrentUser | undefined => {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) return undefined;
  const { sub, role, sid } = claims.data;
  return { id: sub, role, sessionId: sid };
};
