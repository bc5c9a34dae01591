import type { Actor } from '@groundswell/contracts';
import { z } from 'zod';
import { parseConfig } from '../config/load-config.js';
import { type Parsed, WrongUsage } from './parse.js';
import { textOf } from './run.js';

/** Neither an address nor a name: an event stays as it is permanently, and is no place for personal data. */
const handlePattern = /^[a-z]{1,16}-(0|[1-9]\d{0,5})$/;
const advice = 'a handle that names no person, such as ops-3: the log keeps it forever';

const schema = z.object({
  OPERATOR_ID: z.string().regex(handlePattern, `must be ${advice}`).optional(),
});

/**
 * Who is in the log for what a command decides: `--as`, else `OPERATOR_ID`, else the one operator of an instance that
 * tells none apart.
 * @throws WrongUsage, FatalFault when it may name a person
 */
export const actingAs = (
  parsed: Parsed,
  environment: Readonly<Record<string, string | undefined>>,
): Actor => {
  const given = textOf(parsed, 'as');
  if (given !== undefined && !handlePattern.test(given)) throw new WrongUsage(`--as takes ${advice}`);
  const id = given ?? parseConfig(schema, environment).OPERATOR_ID ?? 'operator';
  return { id, role: 'operator' };
};

const address = /[^\s@]@[^\s@]+\.[^\s@]/;

/**
 * The value of `--reason`; undefined when it was not given. @throws WrongUsage when it holds an e-mail
 * address
 */
export const reasonOf = (parsed: Parsed): string | undefined => {
  const reason = textOf(parsed, 'reason');
  if (reason !== undefined && address.test(reason)) {
    throw new WrongUsage('--reason must not contain an email address: the log keeps it forever');
  }
  return reason;
};
