import { z } from 'zod';
import { defineCall } from '../http/call.js';

export const jobCalls = {
  getParkedJobs: defineCall({
    method: 'GET',
    path: '/api/get_parked_jobs/',
    summary: 'Jobs that wait for an operator, and what became of earlier ones',
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
