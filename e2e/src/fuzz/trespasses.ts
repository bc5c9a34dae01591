import type { Call } from '@groundswell/contracts';
import fc from 'fast-check';
import { type Drafts, written } from './draft.js';
import { encoded, pathOf } from './parts.js';
import type { Wanted, Who } from './request.js';

export const anotherAddress = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc
    .tuple(
      drafts,
      fc.constantFrom(
        '?%zz=1',
        '?a=%00',
        '?a=%ff%fe',
        '?__proto__=1',
        '?constructor=1',
        `?${'a=1&'.repeat(900)}`,
        '/../../etc/passwd',
        '%00',
        '/%2e%2e/%2e%2e/',
        `/${'a'.repeat(6_000)}`,
        ';x=1',
        '//',
        '?',
      ),
    )
    .map(([{ parts, who, place }, tail]) => {
      const whole = written(call, 'another address', 'no fault', { parts, who, place });
      const [path = ''] = whole.target.split('?');
      return { ...whole, target: path + tail };
    });

export const repeatedParameter = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  drafts.map(({ parts, who, place }) => {
    const [key = 'again'] = Object.keys(parts.query);
    const whole = written(call, 'a parameter twice', 'refused', { parts, who, place });
    const twice = `${encoded(key)}=1&${encoded(key)}=2`;
    return { ...whole, target: `${pathOf(call, parts.params)}?${twice}` };
  });

const strangers = fc.constantFrom<Who>(
  ...(['nobody', 'garbage', 'expired', 'ended', 'another audience'] as const).map((is) => ({ is })),
);

/** From a caller without access to the call. */
export const uninvited = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc
    .tuple(
      drafts,
      call.access === 'staff'
        ? fc.oneof(strangers, fc.constant<Who>({ is: 'customer', number: 1 }))
        : strangers,
    )
    .map(([{ parts, place }, who]) =>
      written(call, 'somebody else', call.access === 'public' ? 'no fault' : 'not let in', {
        parts,
        who,
        place,
      }),
    );

export const anotherMethod = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc
    .tuple(
      drafts,
      fc.constantFrom(
        'PUT',
        'DELETE',
        'PATCH',
        'OPTIONS',
        'TRACE',
        'PROPFIND',
        call.method === 'GET' ? 'DELETE' : 'PUT',
      ),
    )
    .map(([{ parts, who, place }, method]) => {
      const params = Object.fromEntries(Object.keys(parts.params).map((key) => [key, 'x']));
      const given = { parts: { ...parts, params }, who, place };
      return {
        ...written(call, `method ${method}`, 'no such method', given),
        method,
        body: undefined,
        headers: [],
      };
    });

export const head = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc.tuple(drafts, fc.constantFrom('HEAD')).map(([{ parts, who, place }, method]) => ({
    ...written(call, 'method HEAD', 'no fault', { parts, who, place }),
    method,
    body: undefined,
  }));

export const oddHeaders = (call: Call, drafts: Drafts): fc.Arbitrary<Wanted> =>
  fc
    .tuple(drafts, fc.constantFrom(...odd))
    .map(([{ parts, who, place }, own]) =>
      written(call, 'odd headers', 'no fault', { parts, who, place, own }),
    );

const odd: readonly Wanted['headers'][] = [
  [['idempotency-key', 'x']],
  [['idempotency-key', 'y'.repeat(300)]],
  [
    ['idempotency-key', 'twice-given-key'],
    ['idempotency-key', 'another-key-of-it'],
  ],
  [['read-after', '99999999999999999999']],
  [['read-after', '-1']],
  [['read-after', '9223372036854775807']],
  [['if-match', '"x"']],
  [['if-match', '0']],
  [['x-occurred-at', 'yesterday']],
  [['x-occurred-at', '2999-01-01T00:00:00Z']],
  [['last-event-id', 'x'.repeat(400)]],
  [['accept', 'application/xml']],
  [['accept-encoding', 'br;q=9, *;q=0']],
  [['user-agent', 'ü'.repeat(9)]],
  [['x-forwarded-for', '6.6.6.6, 127.0.0.1']],
  [['host', 'elsewhere.test']],
  [['expect', '100-continue']],
  [['upgrade', 'h2c']],
  [['range', 'bytes=0-1']],
  [['x-http-method-override', 'DELETE']],
];
