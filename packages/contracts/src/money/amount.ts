import { z } from 'zod';
import { textOfUnits, unitsOf } from '../decimal.js';

/** Dollars as text with exactly two decimals, such as `250.00`; negative with a minus. */
export const moneySchema = z.string().regex(/^-?\d{1,15}\.\d{2}$/);

/** Dollars as text to whole cents. @throws RangeError when it is not a decimal */
export const centsOf = (money: string): bigint => unitsOf(money, 2);

/** Whole cents as dollars in text: 25000n is `250.00`. */
export const moneyOf = (cents: bigint): string => textOfUnits(cents, 2);

/** Dollars as people read them, from text without rounding: `1250.00` is `$1,250.00`. */
export const amountText = (money: string): string =>
  `$${money}`.replaceAll(/\B(?=(?:\d{3})+\.)/g, ',').replace('$-', '-$');

const amountPattern = /^\$?\d{1,3}(?:,?\d{3}){0,4}(?:\.\d{1,2})?$/;
const amountMessage = 'Enter an amount in dollars above 0, with at most two decimals, such as 250.00.';

/** An amount as people write it (`250`, `1,250.5`, `"$250.00"`), converted exactly to dollars as text. */
export const amountSchema = z
  .union([z.number(), z.string()], { error: amountMessage })
  .transform((value, context) => {
    const text = String(value).trim();
    const cents = amountPattern.test(text) ? centsOf(text.replaceAll(/[$,]/g, '')) : 0n;
    if (cents < 1n) {
      context.issues.push({ code: 'custom', message: amountMessage, input: value });
      return z.NEVER;
    }
    return moneyOf(cents);
  });
