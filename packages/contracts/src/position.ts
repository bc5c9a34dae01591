import { z } from 'zod';

/** Logs and databases count positions in 64 bits, of which one is the sign. */
const largest = 2n ** 63n - 1n;

/** The number that a position is; undefined for a text that is no position. */
export const positionOf = (text: string): bigint | undefined => {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const position = BigInt(text);
  return position <= largest ? position : undefined;
};

/** A position of the log, as decimal text. */
export const positionSchema = z
  .string()
  .regex(/^\d{1,19}$/)
  .refine((text) => positionOf(text) !== undefined, 'The log has no position as large as this.');
