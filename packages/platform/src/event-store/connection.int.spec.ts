import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Stack, startStack } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectEventStore } from './connect.js';
import { EventStoreUnavailable } from './errors.js';
import { startRefusingNode } from './spec-kit/refusing-node.js';
import { conceptCreated } from './specification.js';

let stack: Stack;
const withoutTls = createServer();
beforeAll(async () => {
  stack = await startStack({ eventStore: 'own process' });
  await once(withoutTls.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  withoutTls.close();
  await stack.stop();
});
const unencrypted = () => `127.0.0.1:${(withoutTls.address() as AddressInfo).port}`;

const append = (store: ReturnType<typeof connectEventStore>) =>
  store.append(`concept-${randomUUID()}`, [conceptCreated('One')], { expectedRevision: 'no_stream' });

/** A node that stops: it takes calls, and ends each without a status. */
const startStoppingNode = async () => {
  const node = createServer().on('stream', (call) => {
    call.respond({ ':status': 200, 'content-type': 'application/grpc' });
    call.close(constants.NGHTTP2_NO_ERROR);
  });
  await once(node.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void node.close());
  return `esdb://127.0.0.1:${(node.address() as AddressInfo).port}?tls=false`;
};

/** What reading and writing at an address are refused with: the same of both. */
const refusalAt = async (url: string): Promise<string> => {
  const store = connectEventStore({ url, persistence: 0 });
  const faults = [
    await store.head().catch((fault: unknown) => fault),
    await append(store).catch((fault: unknown) => fault),
  ];
  await store.dispose();
  for (const fault of faults) expect(fault).toBeInstanceOf(EventStoreUnavailable);
  const [message, ...others] = new Set(faults.map((fault) => (fault as Error).message));
  expect(others).toEqual([]);
  return message ?? '';
};

it('a node that stops while it is asked is away, and not taken for one that refuses', async () => {
  expect(await refusalAt(await startStoppingNode())).toContain('its node is stopping');
});

describe('an event store that is not what its address says', () => {
  it.each([
    ['nothing listens', () => 'esdb://127.0.0.1:1?tls=false', 'nothing listens where EVENTSTORE_URL points'],
    ['no node of a cluster listens', () => 'esdb://127.0.0.1:1,127.0.0.1:2?tls=false', 'nothing listens'],
    ['nobody knows its name', () => 'esdb://no.such.host.invalid?tls=false', 'can’t be resolved'],
    ['it does not speak TLS', () => `esdb://${unencrypted()}`, 'does not speak TLS: put tls=false'],
    ['a cluster does not speak TLS', () => `kurrentdb+discover://${unencrypted()}`, 'does not speak TLS'],
  ])('is reported with what to do: %s', async (_, url, words) => {
    expect(await refusalAt(url())).toContain(words);
  });

  it.each([
    [16, 'user:wrong@', 'refuses the user or the password in EVENTSTORE_URL'],
    [7, '', 'denies access: put a user of its group $admins into EVENTSTORE_URL'],
  ])('refuses access with gRPC status %i', async (status, user, words) => {
    const node = await startRefusingNode(status);
    expect(await refusalAt(`esdb://${user}localhost:${node.port}?tlsCAFile=${node.caFile}`)).toContain(words);
    expect(node.shown).toContain(user ? `Basic ${Buffer.from('user:wrong').toString('base64')}` : undefined);
    await node.close();
  });

  it.each(['esdb', 'esdb+discover'])('has an untrusted certificate, as %s', async (protocol) => {
    const node = await startRefusingNode(16);
    const said = await refusalAt(`${protocol}://user:secret@localhost:${node.port}`);
    expect(said).toContain(
      'is not trusted: name the CA that signed it in EVENTSTORE_URL, as tlsCAFile=<file>',
    );
    expect(said).not.toContain('secret');
    expect(await refusalAt(`${protocol}://localhost:${node.port}?tls=false`)).toContain('remove tls=false');
    await node.close();
  });

  it('is refused at once when a file of its address is not there', () => {
    const url = 'esdb://user:secret@localhost?tlsCAFile=/no/such/ca.crt';
    expect(() => connectEventStore({ url })).toThrow(
      'EVENTSTORE_URL names a file with tlsCAFile that cannot be read (ENOENT): /no/such/ca.crt.',
    );
  });
});

describe('a cluster', () => {
  it.each([
    ['several nodes', () => stack.eventStoreUrl.replace('@', '@127.0.0.1:1,')],
    ['one name', () => stack.eventStoreUrl.replace('esdb', 'kurrentdb+discover')],
  ])('is found by %s, also by a client that appended before it was there', async (_, url) => {
    await stack.eventStore?.kill();
    const store = connectEventStore({ url: url(), persistence: 0 });
    await expect(append(store)).rejects.toThrow(EventStoreUnavailable);
    await stack.restartEventStore();
    await expect.poll(() => append(store).then(() => 'written', String)).toBe('written');
    expect((await store.head())?.commit).toBeGreaterThan(0n);
    await store.dispose();
  });
});
