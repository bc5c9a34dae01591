import { z } from 'zod';
import { defineCall } from './call.js';
import { routes } from './routes.js';

/** A message of the live stream: rows of a read model changed, so read them again. */
export const liveChangeSchema = z.object({
  read_model: z.string(),
  /** Log position of the change. */
  position: z.string(),
  /** The affected trends; null when there are too many to name, or they are unknown after a gap. */
  concept_ids: z.array(z.string()).nullable(),
});
export type LiveChange = z.infer<typeof liveChangeSchema>;

export const serviceCalls = {
  live: defineCall({
    ...routes.live,
    summary:
      'Changes as they happen, as server-sent events of the type "changed". Resumes after Last-Event-ID.',
    access: 'public',
    cost: 'stream',
    produces: 'text/event-stream',
    response: liveChangeSchema,
  }),
  docs: defineCall({
    ...routes.docs,
    summary: 'This page',
    access: 'public',
    cost: 'read',
    produces: 'text/html',
    response: z.string(),
  }),
  openApi: defineCall({
    ...routes.openApi,
    summary: 'The contract as an OpenAPI 3.1 document',
    access: 'public',
    cost: 'read',
    response: z.looseObject({}),
  }),
} as const;
