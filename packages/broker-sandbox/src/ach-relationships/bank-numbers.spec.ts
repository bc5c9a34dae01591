import { describe, expect, it } from 'vitest';
import { isAccountNumber, isRoutingNumber, maskedNumber } from './bank-numbers.js';

describe('a routing number', () => {
  it.each(['121000358', '021000021', '011000015', '322271627'])('%s is valid', (text) => {
    expect(isRoutingNumber(text)).toBe(true);
  });

  it('is invalid with any one digit changed', () => {
    for (let place = 0; place < 9; place += 1) {
      for (let change = 1; change < 10; change += 1) {
        const digits = [...'021000021'];
        digits[place] = String((Number(digits[place]) + change) % 10);
        expect(isRoutingNumber(digits.join(''))).toBe(false);
      }
    }
  });

  it.each(['000000000', '02100002', '0210000211', '02100002a', '130000000', '990000001'])(
    '%s is invalid',
    (text) => {
      expect(isRoutingNumber(text)).toBe(false);
    },
  );
});

describe('an account number', () => {
  it('has 4 to 17 characters, leading zeros included, and is masked to the last four', () => {
    expect(['0001', '1'.repeat(17)].every(isAccountNumber)).toBe(true);
    expect(['001', '1'.repeat(18), '12-34'].some(isAccountNumber)).toBe(false);
    expect(maskedNumber('0001234')).toBe('XXX1234');
    expect(maskedNumber('0001')).toBe('0001');
  });
});
