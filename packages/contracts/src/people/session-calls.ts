import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';

/** How many days a session lasts: from the sign-in on, whatever happens, and without being used. */
export const sessionDays = { longest: 30, idle: 14 } as const;

/** Where someone is signed in, and the ways to end it. */
export const sessionCalls = {
  getSessions: defineCall({
    ...routes.getSessions,
    summary: 'Where the person who is signed in is signed in, last used first',
    access: 'user',
    cost: 'read',
    response: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          /** Browser and system in our words, such as `Firefox on Windows`. */
          device: z.string(),
          began_at: z.string(),
          /** When its tokens were last traded: an app that is in use does so every ten minutes. */
          last_used_at: z.string(),
          /** The one that asks. */
          current: z.boolean(),
        }),
      ),
    }),
  }),
  endSession: defineCall({
    ...routes.endSession,
    summary: 'Sign out somewhere else; tokens of that session are worth nothing from then on',
    access: 'user',
    cost: 'session',
    body: z.strictObject({ id: z.uuid() }),
    response: z.object({}),
  }),
  endOtherSessions: defineCall({
    ...routes.endOtherSessions,
    summary: 'Sign out everywhere but here',
    access: 'user',
    cost: 'session',
    body: z.strictObject({}),
    response: z.object({ ended: z.int() }),
  }),
} as const;
