import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountSchema, amountText, centsOf, moneyOf, moneySchema } from './amount.js';

describe('an amount of money', () => {
  it.each([
    ['250', '250.00'],
    [250, '250.00'],
    [0.1, '0.10'],
    ['1,250.5', '1250.50'],
    ['$1,250.50', '1250.50'],
    [' 0.01 ', '0.01'],
    ['49999.99', '49999.99'],
  ])('written as %o is %s', (written, amount) => {
    expect(amountSchema.parse(written)).toBe(amount);
  });

  it.each(['', '0', '0.00', '-5', '1.234', '1e5', '1,25', 'ten', '$', Number.NaN, 0.001, null, [5], '٣'])(
    'is not %o',
    (written) => {
      const result = amountSchema.safeParse(written);
      expect(result.error?.issues[0]?.message).toMatch(/^Enter an amount in dollars above 0/);
    },
  );

  it('survives a round trip to the cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (cents) => {
        expect(centsOf(moneySchema.parse(moneyOf(cents)))).toBe(cents);
      }),
    );
  });

  it.each([
    ['0.05', '$0.05'],
    ['250.00', '$250.00'],
    ['50000.00', '$50,000.00'],
    ['-1250.07', '-$1,250.07'],
    ['999999999999999.99', '$999,999,999,999,999.99'],
  ])('%s is read as %s', (money, text) => {
    expect(amountText(money)).toBe(text);
  });
});
