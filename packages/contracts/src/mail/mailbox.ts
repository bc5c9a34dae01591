import { z } from 'zod';

/** A mail as the developer's mailbox keeps it: one JSON file each, instead of being sent. Never in production. */
export const keptMailSchema = z.object({
  /** Id of the event that it reacts to. */
  id: z.uuid(),
  /** ISO 8601. */
  keptAt: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type KeptMail = z.infer<typeof keptMailSchema>;
