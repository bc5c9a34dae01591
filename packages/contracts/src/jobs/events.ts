import { z } from 'zod';
import type { EventsOf } from '../event.js';

/**
 * Events of one job that a worker could not finish by itself: `job-<job id>`. Redis holds no truth, so that what waits
 * for an operator is in the log. No personal data: the job is described by the stream it is about.
 */
export const jobEventSchemas = {
  JobParked: z.object({
    jobId: z.string(),
    /** What kind of work, such as `submit transfer`. */
    kind: z.string(),
    /** The stream that it is about. */
    subject: z.string(),
    /** Why it cannot continue, in words for an operator. */
    reason: z.string(),
  }),
  /** An operator wants it tried again. */
  JobRetried: z.object({}),
  /** An operator decided that it shall not be done; why is in the metadata. */
  JobDropped: z.object({}),
  /** It was done after all. */
  JobFinished: z.object({}),
} as const;

export type JobEvent = EventsOf<typeof jobEventSchemas>;
