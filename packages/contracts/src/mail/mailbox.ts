import { z } from 'zod';

/**
 * A mail in the developer's mailbox, which stores one JSON file each instead of sending. Never used in production.
 */
export const keptMailSchema = z.object({
  /** Id of the event that triggered it. */
  id: z.uuid(),
  /** ISO 8601. */
  keptAt: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type KeptMail = z.infer<typeof keptMailSchema>;
