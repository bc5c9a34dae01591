import { z } from 'zod';

const publicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().min(40) });
const privateJwk = publicJwk.extend({ d: z.string().min(40) });

export type PublicTokenKey = z.infer<typeof publicJwk>;
export type PrivateTokenKey = z.infer<typeof privateJwk>;

const jwkVariable = <Schema extends z.ZodType>(schema: Schema, kind: string) =>
  z.string().transform((text, context): z.output<Schema> => {
    try {
      return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    } catch {
      context.issues.push({ code: 'custom', message: `must be ${kind} as base64url JSON`, input: undefined });
      return z.NEVER;
    }
  });

/** TOKEN_PRIVATE_KEY: signs access tokens; only the command service has it. */
export const privateTokenKeyVariable = jwkVariable(privateJwk, 'a private Ed25519 JWK');

/** TOKEN_PUBLIC_KEY: verifies access tokens. */
export const publicTokenKeyVariable = jwkVariable(publicJwk, 'a public Ed25519 JWK');
