import type { Readable } from 'node:stream';
import type { Call, Refusal } from '@groundswell/contracts';
import type { z } from 'zod';

/**
 * An answer that is bytes already, for hot reads and live streams. It bypasses the response schema: build it from
 * data that went through the schema once.
 */
export class SerialisedAnswer {
  constructor(
    readonly body: string | Buffer | Readable,
    readonly contentType = 'application/json; charset=utf-8',
    /** For example 304 when the reader's copy is still good. */
    readonly status = 200,
  ) {}
}

/** What a handler may answer: data for the response schema, finished bytes, or a refusal. */
export type AnswerOf<C> =
  C extends Call<z.ZodType, z.ZodType, z.ZodType, infer Response>
    ? z.input<Response> | SerialisedAnswer | Refusal
    : never;

/** Faults of our own answer: the paths that were wrong, never their values. */
class AnswerOutsideContract extends Error {
  override readonly name = 'AnswerOutsideContract';
}

/** Serialises data through the call's response schema, so that a field outside the contract cannot leak. */
export const serialise = (call: Call, data: unknown): string => {
  const result = call.response.safeParse(data);
  if (result.success) return JSON.stringify(result.data);
  const paths = result.error.issues.map(({ path, code }) => `${path.join('.')} (${code})`);
  throw new AnswerOutsideContract(`${call.method} ${call.path}: ${paths.join(', ')}`);
};
