import { createHash, timingSafeEqual } from 'node:crypto';

/** What a user may do: an admin all; a writer read, append and delete softly; a reader read. */
export const roles = ['admin', 'writer', 'reader'] as const;
export type Role = (typeof roles)[number];

export interface User {
  readonly name: string;
  readonly role: Role;
  /** See `digestOf`. */
  readonly digest: string;
}

/** Bytes of chance in a password, which no one chooses: too many to be guessed, however fast a guess is tried. */
export const passwordBytes = 24;

/**
 * The stored form of a password. One round of SHA-256 is enough for 192 random bits, and so cheap that
 * guesses exhaust nothing; a password chosen by a person would need a slow hash.
 */
export const digestOf = (name: string, password: string): string =>
  createHash('sha256').update(`${name}:${password}`).digest('base64');

/** Who calls: someone known, someone without credentials, or someone with wrong ones. */
export type Caller = Role | 'anonymous' | 'unknown';

export type Identify = (authorization: string | undefined) => Caller;

/** No credentials are longer. */
const longestHeader = 500;

/** Tells callers by the header `authorization`; compares in constant time. */
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

/** For a store without users, which only this machine reaches: everyone may do everything. */
export const anybody: Identify = () => 'admin';
