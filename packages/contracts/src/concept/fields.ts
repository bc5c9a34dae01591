import { z } from 'zod';

/**
 * Control characters other than tabs and ends of lines, which a terminal obeys, and those that turn the text around them, or are not
 * seen: two names would look the same. Joiners and variation selectors belong to emoji.
 */
const misleading =
  /[^\P{Cc}\0\t\n\r]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/u;

const text = (label: string, max: number) =>
  z
    .string({ error: `Enter ${label}.` })
    .trim()
    .min(1, `Enter ${label}.`)
    .max(max, `Use at most ${max} characters for ${label}.`)
    .refine((given) => !misleading.test(given), `Enter ${label} without invisible characters.`);

export const conceptFields = {
  name: text('a name', 80),
  /** Names are keys of the composition map, where `__proto__` would be dropped. */
  subConceptName: text('a name', 80).refine((name) => name !== '__proto__', 'Choose another name.'),
  description: text('a description', 2_000),
  symbol: z
    .string({ error: 'Enter a ticker.' })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9./-]{0,11}$/, 'Enter a ticker such as AAPL or BTC/USD.'),
  companyName: text('a company name', 120),
  reason: text('a reason', 500),
  imageUrl: z
    .string({ error: 'Upload an image.' })
    .max(2_000)
    // Quotes, backslashes and whitespace could make a browser read a different address, or markup.
    .regex(
      /^(https:\/\/[a-z0-9]|\/(?![/\\]))[^\s"'<>\\]*$/i,
      'Upload an image, or give an address that begins with https://.',
    ),
} as const;

export const idField = z.string().min(1).max(120);

const dateMessage = 'Enter a date such as 2026-05-12.';

/** A calendar day in New York. */
export const dateField = z.iso
  .date({ error: dateMessage })
  // PostgreSQL has no year 0.
  .refine((date) => date >= '0001', dateMessage);

export const conceptQuery = z.object({ concept_id: idField });
