import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export interface Credentials {
  readonly keyId: string;
  readonly secret: string;
}

const same = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const single = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '');

/** Basic credentials, or the pair of APCA headers; the data host takes both, the broker host Basic alone. */
const credentialsOf = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  allowHeaders: boolean,
): Credentials | undefined => {
  const basic = /^Basic\s+(\S+)$/i.exec(single(headers.authorization))?.[1];
  if (basic) {
    const [keyId = '', ...secret] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    return { keyId, secret: secret.join(':') };
  }
  const keyId = single(headers['apca-api-key-id']);
  return allowHeaders && keyId ? { keyId, secret: single(headers['apca-api-secret-key']) } : undefined;
};

/** Who asks: accounts belong to the key that opened them. */
export const keyIdOf = (request: Pick<FastifyRequest, 'headers'>): string =>
  credentialsOf(request, false)?.keyId ?? '';

/** Whether a call may pass. Without configured credentials any complete pair does, so that nothing needs setting up. */
export const isAuthorised = (
  request: FastifyRequest,
  expected: Credentials | undefined,
  allowHeaders: boolean,
): boolean => {
  const given = credentialsOf(request, allowHeaders);
  if (!given?.keyId || !given.secret) return false;
  return !expected || (same(given.keyId, expected.keyId) && same(given.secret, expected.secret));
};
