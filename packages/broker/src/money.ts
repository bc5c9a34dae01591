import { z } from 'zod';
import { decimalText } from './decimal-text.js';

/**
 * Money as the broker writes it (`250`, `0.5`, `103556.8572572922`, here and there as a JSON number) as text with at
 * least two decimals, so that equal amounts are equal texts. Digits beyond are kept unless they are zeros.
 */
export const moneyText = z
  .union([z.string(), z.number().transform(decimalText)])
  .refine((text) => /^-?\d+(\.\d+)?$/.test(text))
  .transform((text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
  });

/** An instant in RFC 3339; fractions finer than a millisecond are cut off. */
export const instant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text));
