import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { passwordSchema } from './password.js';

const email = z
  .string({ error: 'Email field is missing' })
  .trim()
  .toLowerCase()
  .min(1, 'Email field is missing')
  .max(254, 'Enter an email address such as name@example.com.');

export const sessionSchema = z.object({ access: z.string(), refresh: z.string() });
export type Session = z.infer<typeof sessionSchema>;

export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  is_staff: z.boolean(),
  /** Part of the old user record; never serialized with a value. */
  dropbox_token: z.null(),
});
export type User = z.infer<typeof userSchema>;

export const peopleCalls = {
  signIn: defineCall({
    ...routes.signIn,
    summary: 'Sign in with email and password',
    access: 'public',
    cost: 'password',
    body: z.strictObject({ email, password: passwordSchema }),
    response: sessionSchema,
  }),
  refreshToken: defineCall({
    ...routes.refreshToken,
    summary: 'Exchange a refresh token for a new access token; the refresh token rotates',
    access: 'public',
    cost: 'session',
    body: z.strictObject({ refresh: z.string().min(1).max(512) }),
    response: sessionSchema,
  }),
  signOut: defineCall({
    ...routes.signOut,
    summary: 'End the session that a refresh token belongs to',
    access: 'public',
    cost: 'session',
    body: z.strictObject({ refresh: z.string().min(1).max(512) }),
    response: z.object({}),
  }),
  getUser: defineCall({
    ...routes.getUser,
    summary: 'The person signed in',
    access: 'user',
    cost: 'read',
    response: userSchema,
  }),
} as const;
