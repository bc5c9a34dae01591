import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { sessionSchema } from './calls.js';
import { passwordSchema } from './password.js';

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
export const code = z
  .string({ error: 'Code field is missing' })
  .trim()
  .min(1, 'Code field is missing')
  .max(32, 'A code has at most 32 characters.');
const recoveryCodes = z.object({
  /** Shown only once. */
  recovery_codes: z.array(z.string()),
});

/** An optional second factor (TOTP, RFC 6238) besides password or Google. */
export const secondFactorCalls = {
  completeSignIn: defineCall({
    ...routes.completeSignIn,
    summary:
      'Finish a sign-in that was answered with SecondFactorNeeded and a challenge, within five minutes',
    access: 'public',
    cost: 'session',
    body: z.strictObject({ challenge: z.string().min(1).max(128), code }),
    response: sessionSchema,
  }),
  getSecondFactor: defineCall({
    ...routes.getSecondFactor,
    summary: 'Whether the signed-in person has a second factor',
    access: 'user',
    cost: 'read',
    response: z.object({
      on: z.boolean(),
      recovery_codes_left: z.int(),
      /** Setup requires the password; people who only use Google set one first. */
      has_password: z.boolean(),
    }),
  }),
  setUpSecondFactor: defineCall({
    ...routes.setUpSecondFactor,
    summary: 'A new secret for an authenticator app; nothing changes until a first code comes back',
    access: 'user',
    cost: 'password',
    body: z.strictObject({ password: passwordSchema }),
    response: z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** `otpauth://…`, for display as a QR code. */
      address: z.string(),
    }),
  }),
  turnOnSecondFactor: defineCall({
    ...routes.turnOnSecondFactor,
    summary: 'Turn the second factor on with a first code; answers ten recovery codes, this once',
    access: 'user',
    cost: 'session',
    body: z.strictObject({ code }),
    response: recoveryCodes,
  }),
  renewRecoveryCodes: defineCall({
    ...routes.renewRecoveryCodes,
    summary: 'Replace the remaining recovery codes with ten new ones',
    access: 'user',
    cost: 'session',
    body: z.strictObject({ code }),
    response: recoveryCodes,
  }),
  turnOffSecondFactor: defineCall({
    ...routes.turnOffSecondFactor,
    summary: 'Turn the second factor off with one of its codes',
    access: 'user',
    cost: 'session',
    body: z.strictObject({ code }),
    response: z.object({}),
  }),
  proveSecondFactor: defineCall({
    ...routes.proveSecondFactor,
    summary: 'Enter a code again: for ten minutes, calls that were refused with ProofNeeded go through',
    access: 'user',
    cost: 'session',
    body: z.strictObject({ code }),
    response: z.object({}),
  }),
} as const;
