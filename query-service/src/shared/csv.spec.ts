import { describe, expect, it } from 'vitest';
import { field } from './csv.js';

describe('a field', () => {
  it.each([
    ['plain', 'plain'],
    [null, ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['@cmd', "'@cmd"],
    ['-1', "'-1"],
  ])('%j is written as %j', (value, written) => {
    expect(field(value)).toBe(written);
  });
});
