import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority, makeNode } from './certificate.js';
import { openSecured } from './secured.js';
import { identifyAmong } from './users.js';

const day = 24 * 60 * 60 * 1_000;
const start = new Date('2026-01-05T12:00:00Z');
const after = (days: number) => new Date(start.getTime() + days * day);
const hosts = ['localhost', '127.0.0.1', '::1'];

let parent: string;
let directory: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'secured-'));
  directory = join(parent, 'event-store');
});
afterEach(() => rmSync(parent, { recursive: true }));

const contentOf = (file: string) => readFileSync(join(directory, file), 'utf8');
const open = (now = start, names = hosts) => openSecured(directory, names, now);

describe('a certificate of a node', () => {
  const authority = makeAuthority(start);
  const issuer = new X509Certificate(authority.certificate);
  const node = new X509Certificate(makeNode(authority, [...hosts, 'store.example'], start).certificate);

  it('is signed by an authority that can sign nothing but nodes', () => {
    expect(issuer.ca).toBe(true);
    expect(issuer.verify(issuer.publicKey)).toBe(true);
    expect(node.ca).toBe(false);
    expect(node.checkIssued(issuer)).toBe(true);
    expect(node.verify(issuer.publicKey)).toBe(true);
    expect(node.verify(new X509Certificate(makeAuthority(start).certificate).publicKey)).toBe(false);
  });

  it('is valid only for the names it was made for', () => {
    expect(node.checkHost('localhost')).toBe('localhost');
    expect(node.checkHost('store.example')).toBe('store.example');
    expect(node.checkHost('other.example')).toBeUndefined();
    expect(node.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(node.checkIP('::1')).toBe('::1');
    expect(node.checkIP('10.0.0.1')).toBeUndefined();
  });
});

describe('the credentials of a store', () => {
  it('are made at the first start, and stay the same after that', async () => {
    const first = await open();
    const node = await first.identity(start);
    const kept = ['ca.crt', 'authority.json', 'users.json', 'passwords.json'].map(contentOf);
    const second = await open(after(1));
    expect(second.users).toEqual(first.users);
    expect(await second.identity(after(1))).toEqual(node);
    expect(['ca.crt', 'authority.json', 'users.json', 'passwords.json'].map(contentOf)).toEqual(kept);
  });

  it('have a separate password for each user, of which the store keeps only a digest', async () => {
    const { users } = await open();
    const passwords: Record<string, string> = JSON.parse(contentOf('passwords.json'));
    expect(new Set(Object.values(passwords)).size).toBe(3);
    const identify = identifyAmong(users);
    for (const [name, password] of Object.entries(passwords)) {
      expect(password).toHaveLength(32);
      expect(contentOf('users.json')).not.toContain(password);
      expect(identify(`Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`)).toBe(name);
    }
  });

  it('are made once by two processes that start at the same moment', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    expect(one.users).toEqual(other.users);
  });

  it('renew the node’s certificate a month before it expires, under the same authority', async () => {
    const secured = await open();
    const first = await secured.identity(start);
    expect(await secured.identity(after(59))).toEqual(first);
    const second = await secured.identity(after(61));
    expect(second).not.toEqual(first);
    expect(
      new X509Certificate(second.certificate).verify(new X509Certificate(contentOf('ca.crt')).publicKey),
    ).toBe(true);
    expect(Date.parse(new X509Certificate(second.certificate).validTo)).toBe(after(151).getTime());
  });

  it('get a certificate for another name when the store is reached under it', async () => {
    await (await open()).identity(start);
    const { certificate } = await (await open(start, [...hosts, 'store.example'])).identity(start);
    expect(new X509Certificate(certificate).checkHost('store.example')).toBe('store.example');
  });

  it('get a new authority at a start in its last year, and keep the passwords', async () => {
    const { users } = await open();
    const old = contentOf('ca.crt');
    const late = after(3_650 - 364);
    const secured = await open(late);
    expect(contentOf('ca.crt')).not.toBe(old);
    expect(secured.users).toEqual(users);
    const node = new X509Certificate((await secured.identity(late)).certificate);
    expect(node.verify(new X509Certificate(contentOf('ca.crt')).publicKey)).toBe(true);
  });

  it('get a new authority and certificate once a clock that was ahead is right again', async () => {
    await (await open(after(40))).identity(after(40));
    const secured = await open();
    const node = new X509Certificate((await secured.identity(start)).certificate);
    const authority = new X509Certificate(contentOf('ca.crt'));
    for (const { validFrom } of [node, authority])
      expect(Date.parse(validFrom)).toBeLessThanOrEqual(start.getTime());
    expect(node.verify(authority.publicKey)).toBe(true);
  });

  it('renew a certificate of the node that is not valid yet, under the same authority', async () => {
    const secured = await open();
    await secured.identity(after(40));
    const { validFrom } = new X509Certificate((await secured.identity(start)).certificate);
    expect(Date.parse(validFrom)).toBeLessThanOrEqual(start.getTime());
  });

  it.each(['users.json', 'authority.json'])('say what to do when %s is missing or damaged', async (file) => {
    await open();
    const sentence = `${join(directory, file)} cannot be read. Put it back, or remove ${directory}`;
    writeFileSync(join(directory, file), '{"cut');
    await expect(open()).rejects.toThrow(sentence);
    rmSync(join(directory, file));
    await expect(open()).rejects.toThrow(sentence);
  });
});
