import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from './decimal-text.js';

describe('a JSON number as decimal text', () => {
  it.each([
    ['178.08', '178.08'],
    ['0.0000028101', '0.0000028101'],
    ['2.8101e-6', '0.0000028101'],
    ['1e-7', '0.0000001'],
    ['-1.5e-9', '-0.0000000015'],
    ['71078.4', '71078.4'],
    ['1e21', '1000000000000000000000'],
    ['1.25e22', '12500000000000000000000'],
    ['0', '0'],
  ])('%s is %s', (json, text) => {
    expect(decimalText(JSON.parse(json) as number)).toBe(text);
  });

  it('has no exponent and names the very same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = decimalText(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});
