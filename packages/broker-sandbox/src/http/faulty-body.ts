import type { z } from 'zod';
import type { Refused } from './refusal.js';

const at = (body: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    body,
  );

/**
 * The refusal of an invalid body: a value of the wrong JSON type is malformed (400), one that is missing or
 * not permitted is invalid (the call's status for it). Messages name fields and never repeat values.
 */
export const refusalOfBody = (body: unknown, error: z.ZodError, invalid: 400 | 422): Refused => {
  const issue = error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const given = at(body, issue?.path ?? []);
  if (issue?.code === 'invalid_type' && given !== undefined && given !== null) {
    return { status: 400, code: 40010000, message: 'request body format is invalid' };
  }
  if (typeof body !== 'object' || body === null) {
    return { status: 400, code: 40010000, message: 'request body format is invalid' };
  }
  const missing = given === undefined || given === null;
  const message = missing ? `${field} is required` : `${field} is not a valid value`;
  return { status: invalid, code: 40010001, message };
};
