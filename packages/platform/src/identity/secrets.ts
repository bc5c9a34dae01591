import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes in base64url: worth nothing until its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret that someone holds. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
