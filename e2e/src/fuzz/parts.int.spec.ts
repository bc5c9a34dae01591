import { describe, expect, it } from 'vitest';
import { inAddress, queryOf } from './parts.js';

describe('a parameter of the fuzzer', () => {
  it.each([
    ['an object without a prototype', Object.create(null), '{}'],
    ['an object whose toString is text', JSON.parse('{"toString":"a"}'), '{"toString":"a"}'],
    ['a list of such', [Object.create(null)], '[{}]'],
    ['nothing', null, 'null'],
    ['a number', 7, '7'],
  ])('can be written into a URL: %s', (_what, value, text) => {
    expect(inAddress({ value })).toEqual({ value: text });
    expect(decodeURIComponent(queryOf({ value }))).toBe(`?value=${text}`);
  });
});
