import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { AccessDeniedError, BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client';
import { eventStoreUrlOf, securityDirectory } from '@groundswell/testing';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, readRevisions, tested } from '../conformance/event-builders.js';
import { ownServerForThisFile } from '../conformance/own-server.js';
import { newStream } from '../conformance/server-under-test.js';
import { basic, wayInTo } from '../conformance/way-in.js';

const server = ownServerForThisFile();
const clients: EventStoreDBClient[] = [];
afterAll(() => Promise.all(clients.map((client) => client.dispose())));

const clientAt = (url: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(url);
  clients.push(client);
  return client;
};
const as = (user: 'admin' | 'writer' | 'reader') => clientAt(eventStoreUrlOf(server.port, user));

/** The server's address with credentials, for a client that trusts its certificate. */
const showing = (credentials: string): string =>
  server.url.replace(/\/\/[^@]+@/, credentials === '' ? '//' : `//${credentials}@`);

const stream = newStream();
beforeAll(() => server.client.appendToStream(stream, tested()));

/** Calls for admins only, calls that change the log, and calls that read it. */
const ends: Record<string, (client: EventStoreDBClient) => Promise<unknown>> = {
  tombstone: (client) => client.tombstoneStream(stream),
};
const changes: Record<string, (client: EventStoreDBClient, url: string) => Promise<unknown>> = {
  'append in a batch': (client) => client.appendToStream(stream, tested()),
  'append the classic way': (client, url) =>
    client.appendToStream(stream, tested(), { credentials: wayInTo(url).credentials }),
  'set metadata': (client) => client.setStreamMetadata(stream, { maxCount: 1 }),
  'delete softly': (client) => client.deleteStream(stream),
};
const reads: Record<string, (client: EventStoreDBClient) => Promise<unknown>> = {
  'read a stream': (client) => collect(client.readStream(stream)),
  'read the log': (client) => collect(client.readAll({ maxCount: 1 })),
  subscribe: (client) =>
    new Promise((resolve, reject) => {
      const subscription = client.subscribeToAll({ fromPosition: END });
      subscription.on('error', reject).on('confirmation', () => resolve(subscription.unsubscribe()));
    }),
};

const head = async () => {
  const [last] = await collect(
    server.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }),
  );
  return last?.event?.position;
};

/** Codes that refuse all of these; also checks that the log is unchanged. */
const refusals = async (url: string, all: typeof changes): Promise<(number | undefined)[]> => {
  const before = await head();
  const client = clientAt(url);
  const codes: (number | undefined)[] = [];
  for (const [name, attempt] of Object.entries(all)) {
    const fault = await attempt(client, url).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault, name).toBeInstanceOf(AccessDeniedError);
    codes.push((fault as AccessDeniedError).code);
  }
  expect(await head()).toEqual(before);
  return codes;
};

describe('a store with users', () => {
  it.each([
    ['a wrong password', 'admin:guessed', status.UNAUTHENTICATED],
    ['a user that there is not', 'nobody:guessed', status.UNAUTHENTICATED],
    ['no user', '', status.PERMISSION_DENIED],
  ])('refuses every read and write to a caller with %s, as a real node does', async (_, shown, code) => {
    const { 'append the classic way': classic, ...others } = changes;
    const all = { ...reads, ...ends, ...others, ...(shown === '' ? {} : { classic }) };
    const codes = await refusals(showing(shown), all as typeof changes);
    expect([...new Set(codes)]).toEqual([code]);
  });

  it('lets a reader read, and refuses every change', async () => {
    const url = eventStoreUrlOf(server.port, 'reader');
    for (const read of Object.values(reads)) await read(as('reader'));
    const codes = await refusals(url, { ...changes, ...ends });
    // Each append of a batch is refused in its own response, which gives the client no code; the call continues.
    expect(codes).toEqual([
      undefined,
      status.PERMISSION_DENIED,
      undefined,
      ...Array(2).fill(status.PERMISSION_DENIED),
    ]);
  });

  it('lets a writer read and write, but delete nothing permanently', async () => {
    const url = eventStoreUrlOf(server.port, 'writer');
    const writer = as('writer');
    for (const work of Object.values({ ...reads, ...changes })) await work(writer, url);
    expect(await refusals(url, ends)).toEqual([status.PERMISSION_DENIED]);
    await server.client.appendToStream(stream, tested());
  });

  it('keeps answering an admin while hundreds of callers guess passwords', async () => {
    const guesser = clientAt(showing('admin:guessed'));
    const guesses = Array.from({ length: 300 }, () =>
      reads['read the log']?.(guesser).catch(() => undefined),
    );
    const started = performance.now();
    const mine = newStream();
    await server.client.appendToStream(mine, tested());
    expect(await readRevisions(server.client, mine)).toEqual([0n]);
    expect(performance.now() - started).toBeLessThan(5_000);
    await Promise.all(guesses);
  });
});

describe('the administration of a store with users', () => {
  const scavenge = (headers: Record<string, string>) =>
    server.ask('/admin/scavenge', { method: 'POST', headers });
  const admin = () => basic(server.wayIn.credentials);
  const shown = (user: 'writer' | 'reader') => basic(wayInTo(eventStoreUrlOf(server.port, user)).credentials);

  it.each([
    ['nobody', 401, () => ({})],
    ['a wrong password', 401, () => ({ authorization: basic({ username: 'admin', password: 'guessed' }) })],
    ['a reader', 403, () => ({ authorization: shown('reader') })],
    ['a writer', 403, () => ({ authorization: shown('writer') })],
    ['a page of another origin', 403, () => ({ authorization: admin(), origin: 'https://evil.test' })],
    ['a page of any kind', 403, () => ({ authorization: admin(), 'sec-fetch-site': 'none' })],
    ['an admin', 200, () => ({ authorization: admin() })],
  ])('answers %s with %i', async (_, expected, headers) => {
    expect((await scavenge(headers())).status).toBe(expected);
  });

  it.each(['/health/live', '/health/ready', '/ping', '/info'])('answers everyone: %s', async (path) => {
    const { status: said, body } = await server.ask(path, { headers: {} });
    expect([200, 204]).toContain(said);
    if (path === '/info') expect(JSON.parse(body)).toMatchObject({ state: 'leader', esVersion: '24.10.0' });
  });
});

describe('the connection to a store with users', () => {
  it('is encrypted: a client without TLS gets nothing', async () => {
    const client = clientAt(`esdb://127.0.0.1:${server.port}?tls=false`);
    await expect(collect(client.readStream(stream))).rejects.toMatchObject({ code: status.UNAVAILABLE });
    const plain = wayInTo('esdb://127.0.0.1:1?tls=false');
    await expect(plain.ask(server.address, '/info')).rejects.toThrow(/hang up|ECONNRESET/);
  });

  it('accepts no protocol older than TLS 1.3', async () => {
    const said = await new Promise<string>((resolve) => {
      const options = { host: '127.0.0.1', port: server.port, ca: server.wayIn.authority };
      const socket = connect({ ...options, maxVersion: 'TLSv1.2' }, () => resolve('connected'));
      socket.on('error', ({ message }) => resolve(message));
    });
    expect(said).toContain('version');
  });

  it('shows no password to a program that listens at the store’s former address', async () => {
    let heard = Buffer.alloc(0);
    const open = new Set<Socket>();
    const listener = createServer((socket) => {
      open.add(socket.on('error', () => {}));
      socket.on('data', (bytes) => {
        heard = Buffer.concat([heard, bytes]);
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    const { port } = listener.address() as { port: number };
    const reading = collect(clientAt(server.url.replace(`:${server.port}`, `:${port}`)).readStream(stream));
    reading.catch(() => {});
    await expect.poll(() => heard.length).toBeGreaterThan(100);
    for (const socket of open) socket.destroy();
    listener.close();
    const { password } = server.wayIn.credentials;
    expect(heard.toString('latin1')).not.toContain(password);
    expect(heard.toString('latin1')).not.toContain(basic(server.wayIn.credentials).slice('Basic '.length));
  });

  it('uses key files that only their owner can read', () => {
    const directory = securityDirectory();
    const files = readdirSync(directory);
    expect(files.toSorted()).toEqual([
      'authority.json',
      'ca.crt',
      'node.json',
      'passwords.json',
      'users.json',
    ]);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const file of files) expect(statSync(join(directory, file)).mode & 0o777, file).toBe(0o600);
  });

  // Requires root, to run as another user.
  it.runIf(process.getuid?.() === 0 && existsSync('/usr/bin/setpriv'))(
    'is closed to other accounts on this machine',
    () => {
      const asNobody = (...words: string[]) =>
        spawnSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...words], {
          encoding: 'utf8',
        });
      expect(asNobody('id', '-u').stdout).toBe('65534\n');
      for (const file of ['passwords.json', 'authority.json', 'node.json']) {
        const { status: code, stderr } = asNobody('cat', join(securityDirectory(), file));
        expect([code, stderr]).toEqual([1, expect.stringContaining('Permission denied')]);
      }
    },
  );
});
