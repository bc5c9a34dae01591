import { z } from 'zod';

const publicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().min(40) });
const privateJwk = publicJwk.extend({ d: z.string().min(40) });

export type PublicTokenKey = z.infer<typeof publicJwk>;
export type PrivateTokenKey = z.infer<typeof privateJwk>;

const decoded = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));

/** A variable that `read` understands; what it does not is never quoted. */
const keyVariable = <Output>(read: (text: string) => Output, message: string) =>
  z.string().transform((text, context): Output => {
    try {
      return read(text);
    } catch {
      context.issues.push({ code: 'custom', message, input: undefined });
      return z.NEVER;
    }
  });

/** TOKEN_PRIVATE_KEY: signs access tokens; only the command service has it. */
export const privateTokenKeyVariable = keyVariable(
  (text) => privateJwk.parse(decoded(text)),
  'must be a private Ed25519 JWK as base64url JSON',
);

/** TOKEN_PUBLIC_KEY: verify access tokens; the old one and the new one while they change. */
export const publicTokenKeysVariable = keyVariable(
  (text) => text.split(',').map((part) => publicJwk.parse(decoded(part.trim()))),
  'must be a public Ed25519 JWK as base64url JSON, or several with commas between while they are changed',
);
