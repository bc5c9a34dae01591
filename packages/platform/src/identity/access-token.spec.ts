import { createHmac, generateKeyPairSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokenSigner, createTokenVerifier } from './access-token.js';
import {
  type PrivateTokenKey,
  type PublicTokenKey,
  privateTokenKeyVariable,
  publicTokenKeysVariable,
} from './keys.js';

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }) as PrivateTokenKey;
const key = newKey();
const issuedAt = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1_000);
/** Verifies some seconds after the token was issued. */
const verifierAt = (seconds: number, keys: readonly PublicTokenKey[] = [key]) =>
  createTokenVerifier(keys, () => after(seconds));
const claims = { id: 'u-1', role: 'staff', sessionId: 's-1', tokenId: 't-1', issuedAt } as const;

/** A token that is right in everything but what the test changes. */
const forged = async (
  change: {
    header?: Record<string, unknown>;
    claims?: Record<string, unknown>;
    issuer?: string;
    audience?: string;
    lifetime?: number;
    issuedAfter?: number;
  },
  signingKey = key,
) => {
  const issued = issuedAt.getTime() / 1_000 + (change.issuedAfter ?? 0);
  return new SignJWT({ role: 'staff', sid: 's-1', sub: 'u-1', jti: 't-1', ...change.claims })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', ...change.header })
    .setIssuer(change.issuer ?? 'groundswell')
    .setAudience(change.audience ?? 'groundswell-api')
    .setIssuedAt(issued)
    .setExpirationTime(issued + (change.lifetime ?? 600))
    .sign(await importJWK(signingKey, 'EdDSA'));
};

describe('access tokens', () => {
  it('name their person', async () => {
    const token = createTokenSigner(key)(claims);
    expect(await (await verifierAt(1))(token)).toEqual({ id: 'u-1', role: 'staff', sessionId: 's-1' });
  });

  it('last ten minutes and not a second longer', async () => {
    const token = createTokenSigner(key)(claims);
    expect(await (await verifierAt(599))(token)).toBeDefined();
    expect(await (await verifierAt(600))(token)).toBeUndefined();
  });

  it('last no longer when their signature is cached', async () => {
    const token = createTokenSigner(key)(claims);
    let seconds = 1;
    const verify = await createTokenVerifier([key], () => after(seconds));
    expect(await verify(token)).toBeDefined();
    seconds = 599;
    expect(await verify(token)).toBeDefined();
    expect(await verify(`${token.slice(0, -4)}AAAA`)).toBeUndefined();
    seconds = 600;
    expect(await verify(token)).toBeUndefined();
    const longer = await forged({ lifetime: 86_400 });
    seconds = 1;
    expect(await verify(longer)).toBeDefined();
    seconds = 601;
    expect(await verify(longer)).toBeUndefined();
  });

  it('are valid at once when the clock is up to half a minute behind, and not beyond that', async () => {
    const token = createTokenSigner(key)(claims);
    for (const behind of [-1, -2, -30]) expect(await (await verifierAt(behind))(token)).toBeDefined();
    expect(await (await verifierAt(-31))(token)).toBeUndefined();
  });

  it('are valid with both keys while both are configured, and then only with the new one', async () => {
    const next = newKey();
    const [old, fresh] = [await forged({}), await forged({}, next)];
    for (const keys of [
      [key, next],
      [next, key],
    ]) {
      const verify = await verifierAt(1, keys);
      expect([await verify(old), await verify(fresh)].map((user) => user?.id)).toEqual(['u-1', 'u-1']);
      expect(await verify(await forged({}, newKey()))).toBeUndefined();
    }
    const verify = await verifierAt(1, [next]);
    expect([await verify(old), await verify(fresh)].map((user) => user?.id)).toEqual([undefined, 'u-1']);
  });

  it('are accepted when forged correctly, so that each refusal below has one cause', async () => {
    expect(await (await verifierAt(1))(await forged({}))).toBeDefined();
  });

  it.each([
    ['another type', { header: { typ: 'JWT' } }],
    ['another issuer', { issuer: 'someone-else' }],
    ['another audience', { audience: 'another-api' }],
    ['an issue date to come', { issuedAfter: 120 }],
    ['a longer life that has outlasted ours', { lifetime: 86_400, issuedAfter: -601 }],
    ['a role that does not exist', { claims: { role: 'root' } }],
    ['no session', { claims: { sid: undefined } }],
    ['no id of its own', { claims: { jti: undefined } }],
  ])('are refused with %s', async (_what, change) => {
    expect(await (await verifierAt(1))(await forged(change))).toBeUndefined();
  });

  it('are refused with another key, also when the header brings that key along', async () => {
    const other = newKey();
    const { d: _private, ...jwk } = other;
    const verify = await verifierAt(1);
    expect(await verify(await forged({}, other))).toBeUndefined();
    expect(await verify(await forged({ header: { jwk } }, other))).toBeUndefined();
  });

  it('are refused without a signature, and when signed with the public key as a shared secret', async () => {
    const verify = await verifierAt(1);
    const [, payload] = (await forged({})).split('.');
    const header = (alg: string) => Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url');
    const confused = `${header('HS256')}.${payload}`;
    const mac = createHmac('sha256', Buffer.from(key.x, 'base64url')).update(confused).digest('base64url');
    expect(await verify(`${header('none')}.${payload}.`)).toBeUndefined();
    expect(await verify(`${confused}.${mac}`)).toBeUndefined();
  });

  it('are refused when one letter was changed, when huge, and when no token at all', async () => {
    const verify = await verifierAt(1);
    const [header, payload, signature] = (await forged({})).split('.');
    const other = Buffer.from(
      Buffer.from(payload ?? '', 'base64url')
        .toString()
        .replace('u-1', 'u-2'),
    ).toString('base64url');
    expect(await verify(`${header}.${other}.${signature}`)).toBeUndefined();
    expect(await verify(await forged({ claims: { pad: 'x'.repeat(4_000) } }))).toBeUndefined();
    expect(await verify('not.a.token')).toBeUndefined();
  });
});

describe('token keys', () => {
  const encoded = (jwk: object) => Buffer.from(JSON.stringify(jwk)).toString('base64url');

  it('are read from base64url JSON; the public one drops what is private', () => {
    expect(privateTokenKeyVariable.parse(encoded(key))).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: key.x,
      d: key.d,
    });
    expect(publicTokenKeysVariable.parse(encoded(key))).toEqual([{ kty: 'OKP', crv: 'Ed25519', x: key.x }]);
  });

  it('may be a list for verification, so that a key can be replaced', () => {
    const next = newKey();
    expect(publicTokenKeysVariable.parse(`${encoded(key)},${encoded(next)}`).map(({ x }) => x)).toEqual([
      key.x,
      next.x,
    ]);
    for (const wrong of ['', `${encoded(key)},`, `${encoded(key)},hunter2`]) {
      const fault = publicTokenKeysVariable.safeParse(wrong).error;
      expect(fault?.message).toContain('must be a public Ed25519 JWK as base64url JSON, or several');
      expect(fault?.message).not.toContain('hunter2');
    }
  });

  it('are refused without being quoted', () => {
    const fault = privateTokenKeyVariable.safeParse('hunter2').error;
    expect(fault?.message).toContain('must be a private Ed25519 JWK as base64url JSON');
    expect(fault?.message).not.toContain('hunter2');
  });
});
