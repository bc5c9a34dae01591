import { createHash, timingSafeEqual } from 'node:crypto';

/** Rights: an admin may do everything; a writer may read, append and soft-delete; a reader may read. */
export const roles = ['admin', 'writer', 'reader'] as const;
export type Role = (typeof roles)[number];

export interface User {
  readonly name: string;
  readonly role: Role;
  /** See `digestOf`. */
  readonly digest: string;
}

/** Random bytes in a generated password: too many to guess, however fast each guess is. */
export const passwordBytes = 24;

/**
 * The stored form of a password. One round of SHA-256 is enough for 192 random bits, and so cheap that
 * guesses exhaust nothing; a password chosen by a person would need a slow hash.
 */
export const digestOf = (name: string, password: string): string =>
  createHash('sha256').update(`${name}:${password}`).digest('base64');

/** The caller: a known user, one without credentials, or one with wrong credentials. */
export type Caller = Role | 'anonymous' | 'unknown';

export type Identify = (authorization: string | undefined) => Caller;

/** Longer headers cannot be valid credentials. */
const longestHeader = 500;

/** Identifies callers by the `authorization` header; compares in constant time. */
export const identifyAmong = (users: readonly User[]): Identify => {
  const known = users.map(({ role, digest }) => ({ role, digest: Buffer.from(digest, 'base64') }));
  return (authorization) => {
    if (authorization === undefined || authorization === '') return 'anonymous';
    const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization.slice(0, longestHeader)) ?? [];
    if (encoded === undefined || authorization.length > longestHeader) return 'unknown';
    const shown = createHash('sha256').update(Buffer.from(encoded, 'base64')).digest();
    let found: Caller = 'unknown';
    for (const { role, digest } of known) if (timingSafeEqual(shown, digest)) found = role;
    return found;
  };
};

/** For a store without users, reachable only from this machine: everyone has full rights. */
export const anybody: Identify = () => 'admin';
