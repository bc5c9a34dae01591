import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';

export const jobCalls = {
  getParkedJobs: defineCall({
    ...routes.getParkedJobs,
    summary: 'Jobs waiting for an operator, and the outcome of earlier ones',
    access: 'staff',
    cost: 'read',
    response: z.object({
      jobs: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          subject: z.string(),
          reason: z.string(),
          state: z.enum(['parked', 'retried', 'dropped', 'finished']),
          parked_at: z.string(),
          changed_at: z.string(),
        }),
      ),
    }),
  }),
} as const;
