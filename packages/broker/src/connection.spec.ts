import { expect, it } from 'vitest';
import { Connection } from './connection.js';
import { Transfers } from './transfers/transfers.js';

const failing = (cause: unknown) =>
  new Transfers(
    new Connection({
      baseUrl: 'http://broker.example',
      keyId: 'key',
      secretKey: 'secret',
      fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
    }),
  );
const fault = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
const transfer = { relationshipId: 'link', direction: 'INCOMING', amount: '1.00' } as const;

it.each([
  ['unknown', 'EHOSTUNREACH', fault('EHOSTUNREACH', 'read')],
  ['unknown', 'ECONNREFUSED', fault('ECONNREFUSED', 'write')],
  ['unknown', 'ECONNRESET', fault('ECONNRESET', 'read')],
  [
    'unknown',
    'one address after another',
    new AggregateError([fault('ECONNREFUSED', 'connect'), fault('ECONNRESET', 'read')]),
  ],
  ['unknown', 'nothing known', new AggregateError([])],
  ['known', 'EHOSTUNREACH', fault('EHOSTUNREACH', 'connect')],
  ['known', 'no name', fault('ENOTFOUND', 'getaddrinfo')],
  ['known', 'no connection', fault('UND_ERR_CONNECT_TIMEOUT')],
  ['known', 'no address that answers', new AggregateError([fault('ECONNREFUSED', 'connect')])],
])('is of %s outcome after %s: what was sent may have been done', async (outcome, _what, cause) => {
  await expect(failing(cause).create('account', transfer)).rejects.toMatchObject({ outcome });
});
