import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { readOf } from './address.js';
import type { Identity } from './certificate.js';
import { digestOf, passwordBytes, roles, type User } from './users.js';

/** Files of the directory. The last two are for clients: the server only reads digests of passwords. */
const files = {
  authority: 'authority.json',
  node: 'node.json',
  users: 'users.json',
  passwords: 'passwords.json',
  trusted: 'ca.crt',
} as const;

const day = 24 * 60 * 60 * 1_000;
/** A node's certificate is replaced this long before it expires. */
const renewedBefore = 30 * day;
/** The authority is renewed too, but only at a start: clients read it once. */
const authorityRenewedBefore = 365 * day;

const identitySchema = z.object({ certificate: z.string(), key: z.string() });
const usersSchema = z.array(z.object({ name: z.string(), role: z.enum(roles), digest: z.string() }));

/** The users of a store, and the certificate that identifies it. */
export interface Secured {
  readonly users: readonly User[];
  /** The certificate valid at that moment; a new one shortly before the old one expires, or where it is not valid yet. */
  readonly identity: (now: Date) => Promise<Identity>;
}

/**
 * Opens the directory with the store's users and certificates, and creates it at the first start, readable only by
 * its owner.
 * @param hosts names and IP addresses clients use to reach the store
 * @throws FatalFault when a part of it is missing
 */
export const openSecured = async (
  directory: string,
  hosts: readonly string[],
  now: Date,
): Promise<Secured> => {
  if (!existsSync(directory)) await makeDirectory(directory, now);
  const users = readOf(directory, files.users, usersSchema);
  const kept = readOf(directory, files.authority, identitySchema);
  const current = isCurrent(kept, authorityRenewedBefore, now);
  const authority = current ? kept : (await import('./certificate.js')).makeAuthority(now);
  if (!current) writeWhole(join(directory, files.authority), JSON.stringify(authority));
  writeWhole(join(directory, files.trusted), authority.certificate);
  return {
    users,
    async identity(then) {
      const file = join(directory, files.node);
      const kept = existsSync(file) ? readOf(directory, files.node, identitySchema) : undefined;
      if (kept && isCurrent(kept, renewedBefore, then) && covers(kept, authority, hosts)) return kept;
      const { makeNode } = await import('./certificate.js');
      const made = makeNode(authority, hosts, then);
      writeWhole(file, JSON.stringify(made));
      return made;
    },
  };
};

/** Atomic: an interrupted start leaves nothing, and of two concurrent starts one wins. */
const makeDirectory = async (directory: string, now: Date): Promise<void> => {
  const { makeAuthority } = await import('./certificate.js');
  const authority = makeAuthority(now);
  const passwords = roles.map((role) => [role, randomBytes(passwordBytes).toString('base64url')] as const);
  const users = passwords.map(([role, password]) => ({ name: role, role, digest: digestOf(role, password) }));
  const unfinished = `${directory}.${process.pid}.${randomBytes(4).toString('hex')}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string): void =>
    writeFileSync(join(unfinished, name), text, { mode: 0o600 });
  write(files.authority, JSON.stringify(authority));
  write(files.users, JSON.stringify(users));
  write(files.passwords, JSON.stringify(Object.fromEntries(passwords)));
  try {
    renameSync(unfinished, directory);
  } catch (fault) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(directory)) throw fault;
  }
};

const writeWhole = (file: string, text: string): void => {
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, file);
};

/** Valid, and for longer than that. Not where the clock was ahead when it was made: nobody would connect for so long. */
const isCurrent = ({ certificate }: Identity, milliseconds: number, now: Date): boolean => {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return Date.parse(validFrom) <= now.getTime() && Date.parse(validTo) - now.getTime() >= milliseconds;
};

const covers = (node: Identity, authority: Identity, hosts: readonly string[]): boolean => {
  const certificate = new X509Certificate(node.certificate);
  return (
    certificate.verify(new X509Certificate(authority.certificate).publicKey) &&
    hosts.every(
      (host) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined,
    )
  );
};
