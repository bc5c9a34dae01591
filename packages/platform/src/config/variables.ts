import { z } from 'zod';
import { parseEventStoreAddress } from './event-store-address.js';

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** A whole number within bounds, such as a time in milliseconds. */
export const wholeNumberVariable = (min: number, max: number, whenUnset: number) =>
  wholeNumber(min, max).default(whenUnset);

/** `true` or `false`; false when unset. */
export const flagVariable = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((text) => text === 'true')
  .default(false);

/** An address of one of the given protocols, for example `urlVariable('postgres', 'postgresql')`. */
export const urlVariable = (...protocols: readonly string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
    );

export const databaseUrlVariable = urlVariable('postgres', 'postgresql');
/** One node, or the nodes of a cluster: see `parseEventStoreAddress`. */
export const eventStoreUrlVariable = z.string().superRefine((text, context) => {
  const address = parseEventStoreAddress(text);
  if (typeof address === 'string') context.addIssue({ code: 'custom', message: address });
});
export const redisUrlVariable = urlVariable('redis', 'rediss');
export const httpUrlVariable = urlVariable('http', 'https');

/** What every process reads. Spread it into the process's own schema. */
export const processVariables = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('development'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  HOST: z.string().default('127.0.0.1'),
  /** 0 picks any free port. */
  PORT: wholeNumberVariable(0, 65_535, 0),
} as const;

/** Of whatever answers strangers. */
export const strangerVariables = {
  /** Multiplies what one network may have of each kind of call: for many people behind one address. */
  NETWORK_LIMIT_FACTOR: wholeNumberVariable(1, 1_000, 1),
} as const;
