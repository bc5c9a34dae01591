import { bodyLimitOf, type Call, isAllStorable } from '@groundswell/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import type { Operation } from './operation.js';
import type { Expectation, Wanted, Who } from './request.js';
import { brokenBody, spoiled } from './spoiled.js';
import { uploads } from './upload.js';
import { recordOf, type Schema } from './values.js';
import type { World } from './world.js';

/** A request before encoding, as the values of its three parts. */
interface Parts {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

const schemaOf = (schema: z.ZodType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

/** Encodes UTF-8 bytes. An unpaired surrogate, which has none, becomes what a careless program would send. */
const encoded = (value: unknown): string =>
  [...Buffer.from(String(value), 'utf8')]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

const pathOf = ({ path }: Call, params: Record<string, unknown>): string =>
  path.replace(/:(\w+)/g, (_whole, key: string) => encoded(params[key] ?? ''));

const queryOf = (query: Record<string, unknown>): string => {
  const pairs = Object.entries(query).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** Parses the parts as the service does: only text in addresses, and JSON for a body. */
const isUnderstood = ({ params, query, body }: Call, parts: Parts): boolean =>
  (
    [
      [params, parts.params],
      [query, parts.query],
      [body, JSON.parse(JSON.stringify(parts.body))],
    ] as const
  ).every(([schema, part]) => {
    const outcome = schema?.safeParse(part);
    return outcome === undefined || (outcome.success && isAllStorable(outcome.data));
  });

const inAddress = (part: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, Buffer.from(String(value), 'utf8').toString('utf8')]),
  );

const someone = (access: Call['access']): fc.Arbitrary<Who> => {
  const staff = fc.record({ is: fc.constant('staff' as const), number: fc.nat(9_999) });
  const customer = fc.record({ is: fc.constant('customer' as const), number: fc.nat(9_999) });
  if (access === 'staff') return staff;
  return access === 'user' ? customer : fc.oneof(customer, fc.constant({ is: 'nobody' } as const));
};

const strangers = fc.constantFrom<Who>(
  ...(['nobody', 'garbage', 'expired', 'ended', 'another audience'] as const).map((is) => ({ is })),
);

const from: fc.Arbitrary<[number, number]> = fc.tuple(
  fc.integer({ min: 0, max: 5 }),
  fc.integer({ min: 1, max: 99 }),
);

const json = [['content-type', 'application/json']] as const;

/** Groundswell's headers with valid values, and with others that must do no harm. */
const ownHeaders = (call: Call): fc.Arbitrary<readonly (readonly [string, string])[]> =>
  call.method === 'POST'
    ? fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.uuid().map((key) => [['idempotency-key', key] as const]) },
      )
    : fc.oneof(
        { weight: 4, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.nat(300).map((position) => [['read-after', String(position)] as const]) },
        { weight: 1, arbitrary: fc.constant([['if-none-match', '"none"'] as const]) },
      );

/** Requests of an operation, of every kind. */
export const wantedOf = ({ call }: Operation, world: World, dear: boolean): fc.Arbitrary<Wanted> => {
  const parts: fc.Arbitrary<Parts> = fc.record({
    params: recordOf(schemaOf(call.params), world),
    query: recordOf(schemaOf(call.query), world),
    body: recordOf(schemaOf(call.body), world),
  });
  const written = (
    kind: string,
    given: Parts,
    expect: Expectation,
    who: Who,
    place: readonly [number, number],
    own: Wanted['headers'] = [],
  ): Wanted => ({
    kind,
    method: call.method,
    target: pathOf(call, given.params) + queryOf(given.query),
    headers: [...(call.body ? json : []), ...own],
    body: call.body ? Buffer.from(JSON.stringify(given.body)) : undefined,
    who,
    from: place,
    expect,
  });
  const known = fc.record({ parts, who: someone(call.access), place: from, own: ownHeaders(call) });

  const valid = known.map(({ parts: given, who, place, own }) => {
    const asRead = { ...given, params: inAddress(given.params), query: inAddress(given.query) };
    const empty = Object.values(given.params).some((value) => String(value) === '');
    const understood =
      isUnderstood(call, asRead) && !empty && !call.form && !call.path.startsWith('/uploads/');
    return written('as the schema has it', given, understood ? 'understood' : 'no fault', who, place, own);
  });
  const wrong = fc.tuple(known, spoiled(call)).map(([{ parts: given, who, place, own }, spoil]) => {
    const body = spoil.body(given.body);
    const query = spoil.query(given.query);
    const asRead = { params: inAddress(given.params), query: inAddress(query), body };
    const surplus = Object.keys(query).some(
      (key) => !Object.hasOwn(schemaOf(call.query).properties ?? {}, key),
    );
    const expect = surplus || !isUnderstood(call, asRead) ? 'refused' : 'no fault';
    return written(`spoiled: ${spoil.kind}`, { ...given, body, query }, expect, who, place, own);
  });
  const raw = fc
    .tuple(known, brokenBody(bodyLimitOf(call)))
    .map(([{ parts: given, who, place }, broken]): Wanted => {
      const whole = written(`body: ${broken.kind}`, given, broken.expect, who, place);
      return { ...whole, ...broken.make(whole.body ?? Buffer.from('{}')) };
    });
  const address = fc
    .tuple(
      known,
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
    .map(([{ parts: given, who, place }, tail]): Wanted => {
      const whole = written('another address', given, 'no fault', who, place);
      const [path = ''] = whole.target.split('?');
      return { ...whole, target: path + tail };
    });
  const repeated = known.map(({ parts: given, who, place }): Wanted => {
    const [key = 'again'] = Object.keys(given.query);
    const whole = written('a parameter twice', given, 'refused', who, place);
    const twice = `${encoded(key)}=1&${encoded(key)}=2`;
    return { ...whole, target: `${pathOf(call, given.params)}?${twice}` };
  });
  const uninvited = fc
    .tuple(
      known,
      call.access === 'staff'
        ? fc.oneof(strangers, fc.constant<Who>({ is: 'customer', number: 1 }))
        : strangers,
    )
    .map(([{ parts: given, place }, who]) =>
      written('somebody else', given, call.access === 'public' ? 'no fault' : 'not let in', who, place),
    );
  const method = fc
    .tuple(
      known,
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
    .map(
      ([{ parts: given, who, place }, other]): Wanted => ({
        ...written(
          `method ${other}`,
          { ...given, params: Object.fromEntries(Object.keys(given.params).map((key) => [key, 'x'])) },
          'no such method',
          who,
          place,
        ),
        method: other,
        body: undefined,
        headers: [],
      }),
    );
  const head = fc.tuple(known, fc.constantFrom('HEAD')).map(
    ([{ parts: given, who, place }, other]): Wanted => ({
      ...written('method HEAD', given, 'no fault', who, place),
      method: other,
      body: undefined,
    }),
  );
  const odd = fc
    .tuple(known, fc.constantFrom(...oddHeaders))
    .map(([{ parts: given, who, place }, own]) => written('odd headers', given, 'no fault', who, place, own));

  const form = fc.tuple(known, uploads).map(
    ([{ who, place }, { kind, expect, body, type }]): Wanted => ({
      ...written(`form: ${kind}`, { params: {}, query: {}, body: {} }, expect, who, place),
      headers: [['content-type', type]],
      body,
    }),
  );

  const weighed = (weight: number, arbitrary: fc.Arbitrary<Wanted>) => ({ weight, arbitrary });
  return fc.oneof(
    weighed(dear ? 12 : 40, valid),
    weighed(30, wrong),
    ...(call.form ? [weighed(60, form)] : []),
    ...(call.body ? [weighed(14, raw)] : []),
    weighed(4, address),
    weighed(4, repeated),
    weighed(8, uninvited),
    weighed(4, method),
    weighed(1, head),
    weighed(3, odd),
  );
};

const oddHeaders: readonly Wanted['headers'][] = [
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
