import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { passwordSchema } from './password.js';
import { code } from './second-factor-calls.js';

/** Paths of the calls for which a person must prove their identity again. */
export const provenPaths = [
  '/api/create_ach_method/',
  '/api/remove_ach_method/',
  '/user/password_change/',
  '/user/email_change/',
] as const;
export type ProvenPath = (typeof provenPaths)[number];

/** Value of the `identity-proof` header: 32 random bytes in base64url. */
export const identityProofSchema = z.string().regex(/^[\w-]{43}$/);

/** By code with a second factor, else by password, else through Google. */
export const identityProofCalls = {
  proveIdentity: defineCall({
    ...routes.proveIdentity,
    summary: 'Confirm your identity again, for one call within five minutes',
    access: 'user',
    cost: 'password',
    body: z
      .strictObject({
        for: z.enum(provenPaths),
        password: passwordSchema.optional(),
        code: code.optional(),
        /** An access token for scope `email` that Google has just issued for this. */
        google_access_token: z.string().min(1).max(4_096).optional(),
      })
      .refine(
        ({ password, code, google_access_token }) =>
          [password, code, google_access_token].filter((given) => given !== undefined).length === 1,
        'Send a password, a code, or a Google access token.',
      ),
    response: z.object({ proof: identityProofSchema }),
  }),
  getIdentityProofWay: defineCall({
    ...routes.getIdentityProofWay,
    summary: 'How the signed-in person confirms their identity again',
    access: 'user',
    cost: 'read',
    response: z.object({ way: z.enum(['code', 'password', 'google']) }),
  }),
} as const;
