import { z } from 'zod';
import type { EventsOf } from '../event.js';

/**
 * Events of a job that needs a person: `job-<job id>`. Redis is not authoritative, so what waits for an
 * operator is in the log. No personal data: the job refers to the stream it is about.
 */
export const jobEventSchemas = {
  JobParked: z.object({
    jobId: z.string(),
    /** The kind of work, such as `submit transfer`. */
    kind: z.string(),
    /** The stream it concerns. */
    subject: z.string(),
    /** Why it cannot continue, for an operator. */
    reason: z.string(),
  }),
  /** An operator has it retried. */
  JobRetried: z.object({}),
  /** An operator decided against it. The reason is in the metadata. */
  JobDropped: z.object({}),
  /** It was completed after all. */
  JobFinished: z.object({}),
} as const;

export type JobEvent = EventsOf<typeof jobEventSchemas>;
