import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';

/** Lifetime of a session in days: in total from sign-in, and without use. */
export const sessionDays = { longest: 30, idle: 14 } as const;

/** Where a person is signed in, and how to end it. */
export const sessionCalls = {
  getSessions: defineCall({
    ...routes.getSessions,
    summary: 'The signed-in person’s sessions, most recently used first',
    access: 'user',
    cost: 'read',
    response: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          /** Browser and system in our words, such as `Firefox on Windows`. */
          device: z.string(),
          began_at: z.string(),
          /** When its tokens were last exchanged. An app in use does so every ten minutes. */
          last_used_at: z.string(),
          /** Whether it is the session of this request. */
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: defineCall({
    ...routes.endSession,
    summary: 'Sign out another session; its tokens no longer work',
    access: 'user',
    cost: 'session',
    body: z.strictObject({ id: z.uuid() }),
    response: z.object({}),
  }),
  endOtherSessions: defineCall({
    ...routes.endOtherSessions,
    summary: 'Sign out everywhere else',
    access: 'user',
    cost: 'session',
    body: z.strictObject({}),
    response: z.object({ ended: z.int() }),
  }),
} as const;
