import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Expectation, Wanted } from './request.js';

/** A body that is invalid for every call of the contract. */
interface Broken {
  readonly kind: string;
  readonly expect: Expectation;
  readonly make: (whole: Buffer) => Partial<Wanted>;
}

const typed = (type: string): Wanted['headers'] => [['content-type', type]];
const json = typed('application/json');
const encodedAs = (encoding: string): Wanted['headers'] => [...json, ['content-encoding', encoding]];

const refused = (kind: string, make: Broken['make']): Broken => ({ kind, expect: 'refused', make });
const harmless = (kind: string, make: Broken['make']): Broken => ({ kind, expect: 'no fault', make });

/** Not one JSON object. */
const notAnObject: readonly Broken[] = [
  refused('empty', () => ({ body: Buffer.alloc(0) })),
  refused('cut JSON', (whole) => ({ body: whole.subarray(0, whole.length - 1) })),
  refused('two values', (whole) => ({ body: Buffer.concat([whole, whole]) })),
  refused('a list', (whole) => ({ body: Buffer.from(`[${whole}]`) })),
  refused('null', () => ({ body: Buffer.from('null') })),
  refused('a number beyond all', () => ({ body: Buffer.from('9'.repeat(9_000)) })),
];

/** Not UTF-8, or not quite. */
const charsets: readonly Broken[] = [
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
];

/** Compressed, or said to be. */
const compressed: readonly Broken[] = [
  refused('gzip', (whole) => ({ body: gzipSync(whole), headers: encodedAs('gzip') })),
  refused('deflate', (whole) => ({ body: deflateSync(whole), headers: encodedAs('deflate') })),
  refused('a gzip bomb', () => ({
    body: gzipSync(Buffer.alloc(8_000_000, '[')),
    headers: encodedAs('gzip'),
  })),
  refused('said to be gzip', (whole) => ({ body: whole, headers: encodedAs('gzip') })),
];

/** Of another type, or of none. */
const otherTypes: readonly Broken[] = [
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
];

const nested = (open: string, close: string, depth: number) =>
  Buffer.from(open.repeat(depth) + close.repeat(depth));

const deep = (limit: number): readonly Broken[] => {
  const large = Math.min(limit + 1, 70_000);
  return [
    refused('deep lists', () => ({ body: nested('[', ']', Math.floor(large / 2) - 1) })),
    refused('deep objects', () => ({
      body: Buffer.concat([Buffer.from('{"a":'.repeat(2_000)), Buffer.from(`1${'}'.repeat(2_000)}`)]),
    })),
  ];
};

/** With fields that a careless reader would follow. */
const poisoned: readonly Broken[] = [
  refused('a poisoned prototype', (whole) => ({
    body: Buffer.from(whole.toString().replace(/\}$/, ',"__proto__":{"is_staff":true}}').replace('{,', '{')),
  })),
  refused('a poisoned constructor', (whole) => ({
    body: Buffer.from(
      whole.toString().replace(/\}$/, ',"constructor":{"prototype":{"a":1}}}').replace('{,', '{'),
    ),
  })),
  harmless('a field twice', (whole) => ({
    body: Buffer.from(
      whole.toString().replace(/\}$/, ',"email":"a@example.com","email":"b@example.com"}').replace('{,', '{'),
    ),
  })),
];

const tooLarge = (limit: number): readonly Broken[] =>
  limit > 100_000
    ? []
    : [
        refused('beyond its limit', () => ({
          body: Buffer.from(JSON.stringify({ x: 'x'.repeat(limit) })),
        })),
        refused('beyond its limit, piece by piece', () => ({
          body: Buffer.from(JSON.stringify({ x: 'x'.repeat(limit) })),
          headers: [...json, ['transfer-encoding', 'chunked'] as const],
        })),
      ];

/** The connection ends before the body does. */
const cutOff: readonly Broken[] = [
  harmless('half of it', (whole) => ({ body: whole, cutAt: Math.floor(whole.length / 2) })),
  harmless('nothing of it', (whole) => ({ body: Buffer.concat([whole, Buffer.from(' ')]), cutAt: 0 })),
];

/** @param limit body limit of the call in bytes */
export const brokenBody = (limit: number): fc.Arbitrary<Broken> =>
  fc.constantFrom(
    ...notAnObject,
    ...charsets,
    ...compressed,
    ...otherTypes,
    ...deep(limit),
    ...poisoned,
    ...tooLarge(limit),
    ...cutOff,
  );
