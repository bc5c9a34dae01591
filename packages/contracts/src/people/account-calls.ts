import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { linkTokenSchema } from '../mail/links.js';
import { sessionSchema } from './calls.js';
import { emailSchema } from './email.js';
import { passwordSchema } from './password.js';

/**
 * A new password: long enough, with no rules about characters. The server also refuses common passwords, in
 * `fields.password`.
 */
export const newPasswordSchema = z
  .string({ error: 'Password field is missing' })
  .min(8, 'Use at least 8 characters. Try a few random words.')
  .max(1_024, 'Use at most 1,024 characters.');

/** An access token that Google issued to the browser for scope `email`. */
const googleTokenSchema = z.strictObject({ access_token: z.string().min(1).max(4_096) });

/** Ways into an account other than its password. */
export const accountCalls = {
  requestPasswordReset: defineCall({
    ...routes.requestPasswordReset,
    summary: 'Send a link that sets a password; the answer is the same for every address',
    access: 'public',
    cost: 'mail',
    body: z.strictObject({ email: emailSchema }),
    response: z.object({}),
  }),
  resetPassword: defineCall({
    ...routes.resetPassword,
    summary: 'Set a password with the token from the email; works once, within one hour. Ends every session',
    access: 'public',
    cost: 'password',
    body: z.strictObject({ token: linkTokenSchema, password: newPasswordSchema }),
    response: z.object({}),
  }),
  changePassword: defineCall({
    ...routes.changePassword,
    summary: 'Change the password, with an identity proof; ends every session and returns a new one',
    access: 'user',
    cost: 'password',
    body: z.strictObject({ password: newPasswordSchema }),
    response: sessionSchema,
  }),
  requestEmailChange: defineCall({
    ...routes.requestEmailChange,
    summary:
      'Email a link that moves the account to a new email address, with an identity proof; the answer is the same for every address',
    access: 'user',
    cost: 'mail',
    body: z.strictObject({ email: emailSchema }),
    response: z.object({}),
  }),
  confirmEmailChange: defineCall({
    ...routes.confirmEmailChange,
    summary:
      'Change the email address with the token from the email; works once, within one hour. Ends every session',
    access: 'public',
    cost: 'session',
    body: z.strictObject({ token: linkTokenSchema }),
    response: z.object({}),
  }),
  stopEmailChange: defineCall({
    ...routes.stopEmailChange,
    summary:
      'Keep or restore the old email address with the token from the email sent to it. Ends every session',
    access: 'public',
    cost: 'session',
    body: z.strictObject({ token: linkTokenSchema }),
    response: z.object({}),
  }),
  signInWithGoogle: defineCall({
    ...routes.signInWithGoogle,
    summary: 'Sign in with a Google access token',
    access: 'public',
    cost: 'session',
    body: googleTokenSchema,
    response: sessionSchema,
  }),
  linkGoogle: defineCall({
    ...routes.linkGoogle,
    summary: 'Link a Google account to the signed-in person’s account, with their password',
    access: 'user',
    cost: 'password',
    body: googleTokenSchema.extend({ password: passwordSchema }),
    response: z.object({}),
  }),
  getGoogleLink: defineCall({
    ...routes.getGoogleLink,
    summary: 'Whether a Google account is linked to the signed-in person’s account',
    access: 'user',
    cost: 'read',
    response: z.object({ linked: z.boolean() }),
  }),
  unlinkGoogle: defineCall({
    ...routes.unlinkGoogle,
    summary: 'Unlink the Google account; setting a new password also does this',
    access: 'user',
    cost: 'session',
    body: z.strictObject({}),
    response: z.object({}),
  }),
  getSignInOptions: defineCall({
    ...routes.getSignInOptions,
    summary: 'The ways to sign in that are available',
    access: 'public',
    cost: 'read',
    /** Both null when Google sign-in is not configured. */
    response: z.object({
      google_client_id: z.string().nullable(),
      /** Where the browser loads Google's sign-in script from. */
      google_script_url: z.string().nullable(),
    }),
  }),
  getMapsOptions: defineCall({
    ...routes.getMapsOptions,
    summary: 'Settings for street address suggestions in forms',
    access: 'public',
    cost: 'read',
    /**
     * Both null when no maps provider is configured. The key is meant for browsers: the provider restricts it to
     * this site's address.
     */
    response: z.object({
      maps_key: z.string().nullable(),
      maps_script_url: z.string().nullable(),
    }),
  }),
} as const;
