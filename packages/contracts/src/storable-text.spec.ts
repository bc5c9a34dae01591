import { describe, expect, it } from 'vitest';
import { positionOf, positionSchema } from './position.js';
import { isAllStorable } from './storable-text.js';

const half = '🌊'.slice(0, 1);

describe('text', () => {
  it.each(['', 'Ocean Power', '🌊', 'línea\nnueva\t', '\uFFFD', 'עברית'])('%j can be stored', (text) => {
    expect(isAllStorable(text)).toBe(true);
  });

  it.each([
    ['half an emoji', `wave ${half}`],
    ['its other half', '🌊'.slice(1)],
    ['U+0000', 'a\0b'],
    ['one in a list', { reasons: ['fine', half] }],
    ['one as the name of a field', { [half]: 1 }],
  ])('cannot be stored when it is %s', (_, value) => {
    expect(isAllStorable(value)).toBe(false);
  });
});

describe('a position', () => {
  it.each([
    ['0', 0n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['9223372036854775808', undefined],
    ['-1', undefined],
    ['1e3', undefined],
    ['', undefined],
  ])('%j is %s', (text, position) => {
    expect(positionOf(text)).toBe(position);
    expect(positionSchema.safeParse(text).success).toBe(position !== undefined);
  });
});
