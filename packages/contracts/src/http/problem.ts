import { z } from 'zod';

/** RFC 9457 problem details, plus a stable `code` and the `error` field the web app shows. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string(),
  error: z.string(),
  /** Messages by field name, shown next to the form's fields. */
  fields: z.record(z.string(), z.string()).optional(),
  /** With `SecondFactorNeeded`: completes the sign-in together with a code. Valid once, for five minutes. */
  challenge: z.string().optional(),
  /** People quote it to support; the same id is in the logs. */
  correlation_id: z.string().optional(),
});
export type Problem = z.infer<typeof problemSchema>;
