import { z } from 'zod';

/** Logs and databases store positions as signed 64-bit numbers. */
const largest = 2n ** 63n - 1n;

/** A position as a bigint; undefined when the text is not a position. */
export const positionOf = (text: string): bigint | undefined => {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const position = BigInt(text);
  return position <= largest ? position : undefined;
};

/** A position in the log, as decimal text. */
export const positionSchema = z
  .string()
  .regex(/^\d{1,19}$/)
  .refine((text) => positionOf(text) !== undefined, 'The log has no position as large as this.');
