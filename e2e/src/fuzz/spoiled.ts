import { deflateSync, gzipSync } from 'node:zlib';
import type { Call } from '@groundswell/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import type { Expectation, Wanted } from './request.js';
import { nonsense, type Schema } from './values.js';

type Fields = Record<string, unknown>;

/** One way to invalidate a request. */
interface Spoil {
  readonly kind: string;
  readonly body: (given: Fields) => Fields;
  readonly query: (given: Fields) => Fields;
}

const same = (given: Fields): Fields => given;
const inBody = (kind: string, body: Spoil['body']): Spoil => ({ kind, body, query: same });
const inQuery = (kind: string, query: Spoil['query']): Spoil => ({ kind, query, body: same });

const without = (given: Fields, key: string): Fields =>
  Object.fromEntries(Object.entries(given).filter(([name]) => name !== key));

/** Text one character too long or too short. */
const beyond = ({ minLength = 0, maxLength }: Schema): string[] => [
  ...(maxLength === undefined || maxLength > 12_000 ? [] : ['x'.repeat(maxLength + 1)]),
  ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
];

const spoilsOf = (schema: z.ZodType | undefined, make: typeof inBody): fc.Arbitrary<Spoil>[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const keys = Object.keys(properties);
  if (keys.length === 0) return [];
  const edges = keys.flatMap((key) => beyond(properties[key] ?? {}).map((value) => ({ key, value })));
  return [
    fc
      .tuple(fc.constantFrom(...keys), nonsense)
      .map(([key, value]) =>
        make(`${key} is another kind of value`, (given) => ({ ...given, [key]: value })),
      ),
    ...(required.length > 0
      ? [fc.constantFrom(...required).map((key) => make(`${key} is missing`, (given) => without(given, key)))]
      : []),
    ...(edges.length > 0
      ? [
          fc
            .constantFrom(...edges)
            .map(({ key, value }) =>
              make(`${key} is beyond its limit`, (given) => ({ ...given, [key]: value })),
            ),
        ]
      : []),
  ];
};

const surplus = fc.oneof(
  fc.constantFrom(
    'is_staff',
    'toString',
    'hasOwnProperty',
    'role',
    'x'.repeat(200),
    '\0',
    '_',
    '$where',
    'user_id',
  ),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => `z${text}`),
);

/**
 * Ways to invalidate a request of this call: fields of another type, missing, beyond their limits, and unknown
 * ones.
 */
export const spoiled = ({ body, query }: Call): fc.Arbitrary<Spoil> =>
  fc.oneof(
    ...spoilsOf(body, inBody),
    ...spoilsOf(query, inQuery),
    ...(body
      ? [
          fc
            .tuple(surplus, nonsense)
            .map(([key, value]) => inBody('an unknown field', (given) => ({ ...given, [key]: value }))),
        ]
      : []),
    surplus.map((key) => inQuery('an unknown parameter', (given) => ({ ...given, [key]: '1' }))),
  );

/** A body that is invalid for every call of the contract. */
interface Broken {
  readonly kind: string;
  readonly expect: Expectation;
  readonly make: (whole: Buffer) => Partial<Wanted>;
}

const typed = (type: string): Wanted['headers'] => [['content-type', type]];
const json = typed('application/json');
const encodedAs = (encoding: string): Wanted['headers'] => [...json, ['content-encoding', encoding]];

const bodies = (limit: number): readonly Broken[] => {
  const refused = (kind: string, make: Broken['make']): Broken => ({ kind, expect: 'refused', make });
  const harmless = (kind: string, make: Broken['make']): Broken => ({ kind, expect: 'no fault', make });
  const nested = (open: string, close: string, depth: number) =>
    Buffer.from(open.repeat(depth) + close.repeat(depth));
  const large = Math.min(limit + 1, 70_000);
  return [
    refused('empty', () => ({ body: Buffer.alloc(0) })),
    refused('cut JSON', (whole) => ({ body: whole.subarray(0, whole.length - 1) })),
    refused('two values', (whole) => ({ body: Buffer.concat([whole, whole]) })),
    refused('a list', (whole) => ({ body: Buffer.from(`[${whole}]`) })),
    refused('null', () => ({ body: Buffer.from('null') })),
    refused('a number beyond all', () => ({ body: Buffer.from('9'.repeat(9_000)) })),
    refused('invalid UTF-8', () => ({ body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) })),
    refused('invalid UTF-8 in a value', (whole) => ({
      body: Buffer.concat([
        whole.subarray(0, -1),
        Buffer.from(',"reason":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}'),
      ]),
    })),
    refused('UTF-16', (whole) => ({ body: Buffer.from(whole.toString(), 'utf16le') })),
    refused('another charset', (whole) => ({
      body: whole,
      headers: typed('application/json; charset=utf-16'),
    })),
    harmless('a byte order mark', (whole) => ({
      body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), whole]),
    })),
    refused('gzip', (whole) => ({ body: gzipSync(whole), headers: encodedAs('gzip') })),
    refused('deflate', (whole) => ({ body: deflateSync(whole), headers: encodedAs('deflate') })),
    refused('a gzip bomb', () => ({
      body: gzipSync(Buffer.alloc(8_000_000, '[')),
      headers: encodedAs('gzip'),
    })),
    refused('said to be gzip', (whole) => ({ body: whole, headers: encodedAs('gzip') })),
    refused('plain text', (whole) => ({ body: whole, headers: typed('text/plain') })),
    refused('a form', () => ({
      body: Buffer.from('a=1'),
      headers: typed('application/x-www-form-urlencoded'),
    })),
    refused('XML', () => ({
      body: Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'),
      headers: typed('application/xml'),
    })),
    refused('no type', (whole) => ({ body: whole, headers: [] })),
    refused('a type that is none', (whole) => ({ body: whole, headers: typed('json') })),
    refused('deep lists', () => ({ body: nested('[', ']', Math.floor(large / 2) - 1) })),
    refused('deep objects', () => ({
      body: Buffer.concat([Buffer.from('{"a":'.repeat(2_000)), Buffer.from(`1${'}'.repeat(2_000)}`)]),
    })),
    refused('a poisoned prototype', (whole) => ({
      body: Buffer.from(
        whole.toString().replace(/\}$/, ',"__proto__":{"is_staff":true}}').replace('{,', '{'),
      ),
    })),
    refused('a poisoned constructor', (whole) => ({
      body: Buffer.from(
        whole.toString().replace(/\}$/, ',"constructor":{"prototype":{"a":1}}}').replace('{,', '{'),
      ),
    })),
    harmless('a field twice', (whole) => ({
      body: Buffer.from(
        whole
          .toString()
          .replace(/\}$/, ',"email":"a@example.com","email":"b@example.com"}')
          .replace('{,', '{'),
      ),
    })),
    ...(limit > 100_000
      ? []
      : [
          refused('beyond its limit', () => ({
            body: Buffer.from(JSON.stringify({ x: 'x'.repeat(limit) })),
          })),
        ]),
    ...(limit > 100_000
      ? []
      : [
          refused('beyond its limit, piece by piece', () => ({
            body: Buffer.from(JSON.stringify({ x: 'x'.repeat(limit) })),
            headers: [...json, ['transfer-encoding', 'chunked'] as const],
          })),
        ]),
    harmless('half of it', (whole) => ({ body: whole, cutAt: Math.floor(whole.length / 2) })),
    harmless('nothing of it', (whole) => ({ body: Buffer.concat([whole, Buffer.from(' ')]), cutAt: 0 })),
  ];
};

/** @param limit body limit of the call in bytes */
export const brokenBody = (limit: number): fc.Arbitrary<Broken> => fc.constantFrom(...bodies(limit));
