import { z } from 'zod';

/** RFC 9457 problem details, with our stable `code`, and the `error` field that the web app shows. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  error: z.string(),
  /** Messages by field name, for the form to show next to its fields. */
  fields: z.record(z.string(), z.string()).optional(),
  /** With `SecondFactorNeeded`: what finishes the sign-in, together with a code. Once, within five minutes. */
  challenge: z.string().optional(),
  /** What a person quotes to support; the same id is in the logs. */
  correlation_id: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;
