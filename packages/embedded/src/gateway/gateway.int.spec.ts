import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { problemSchema } from '@groundswell/contracts';
import { createLog } from '@groundswell/platform';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildGateway } from './gateway.js';
import type { Upstream } from './routing.js';

const servers: Server[] = [];
let seen: { upstream: Upstream; request: IncomingMessage; body: string }[] = [];
let said: string[] = [];
let gateway: FastifyInstance;
let address: string;

/** A service behind the gateway that records requests and sends the given responses. */
const serve = async (upstream: Upstream, answer: RequestListener): Promise<string> => {
  const notes = seen;
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray().catch(() => []);
    notes.push({ upstream, request, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const openGateway = async (answer: RequestListener, host = '127.0.0.1'): Promise<void> => {
  gateway = buildGateway({
    upstreams: {
      'command-service': await serve('command-service', answer),
      'query-service': await serve('query-service', answer),
      web: await serve('web', answer),
    },
    timeout: 300,
    log: createLog({
      service: 'gateway',
      level: 'warn',
      destination: { write: (line) => void said.push(line) },
    }),
  });
  address = await gateway.listen({ port: 0, host });
};

const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return problemSchema.parse(await response.json());
};

beforeEach(() => {
  seen = [];
  said = [];
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  gateway.server.closeAllConnections();
  await gateway.close();
});

describe('the gateway', () => {
  it('passes method, path, query, body and status through', async () => {
    await openGateway((_request, response) => response.writeHead(422, { 'x-own': 'kept' }).end('refused'));
    const response = await fetch(`${address}/api/create_new_concept/?a=1%202`, {
      method: 'POST',
      body: '{"name":"Ocean Energy"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    });
    expect([response.status, response.headers.get('x-own'), await response.text()]).toStrictEqual([
      422,
      'kept',
      'refused',
    ]);
    const [call] = seen;
    expect(call).toMatchObject({ upstream: 'command-service', body: '{"name":"Ocean Energy"}' });
    expect(call?.request).toMatchObject({ method: 'POST', url: '/api/create_new_concept/?a=1%202' });
    expect(call?.request.headers['idempotency-key']).toBe('k');
  });

  it('states the origin of a request itself, and trusts no forwarded header', async () => {
    await openGateway((_request, response) => response.end());
    await fetch(address, {
      headers: { 'x-forwarded-for': '6.6.6.6', forwarded: 'for=6.6.6.6', 'x-real-ip': '6' },
    });
    const { headers } = seen[0]?.request ?? {};
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(address).host,
    });
    expect(headers).not.toHaveProperty('forwarded');
    expect(headers).not.toHaveProperty('x-real-ip');
  });

  it('states the origin of requests over IPv6, and over IPv4 on a dual-stack socket', async () => {
    await openGateway((_request, response) => response.end(), '::');
    const { port } = gateway.server.address() as AddressInfo;
    for (const host of ['[::1]', '127.0.0.1']) await fetch(`http://${host}:${port}`);
    const callers = seen.map(({ request: { headers } }) => headers['x-forwarded-for']);
    expect(callers).toEqual(['::1', '::ffff:127.0.0.1']);
  });

  it('accepts a body after Expect: 100-continue', async () => {
    await openGateway((_request, response) => response.end());
    const asking = request(address, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 12 },
    });
    asking.flushHeaders();
    await once(asking, 'continue');
    asking.end('a large file');
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(seen[0]?.body).toBe('a large file');
  });

  it('gives a request one correlation id end to end, and replaces one that could hold anything', async () => {
    await openGateway((_request, response) => response.end());
    const ask = async (id: string) =>
      (await fetch(address, { headers: { 'x-correlation-id': id } })).headers.get('x-correlation-id');
    const ours = randomUUID();
    expect(await ask(ours)).toBe(ours);
    // A service would replace it, and the log would have it.
    const [ofNumber, ofQuote] = [await ask('123-45-6789'), await ask('a"; drop')];
    for (const made of [ofNumber, ofQuote]) expect(made).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen.map(({ request }) => request.headers['x-correlation-id'])).toStrictEqual([
      ours,
      ofNumber,
      ofQuote,
    ]);
  });

  it('forwards each message of an event stream at once, and closes it when the reader leaves', async () => {
    let upstreamClosed: Promise<unknown> = Promise.resolve();
    await openGateway((_request, response) => {
      upstreamClosed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
    });
    const leaving = new AbortController();
    const response = await fetch(`${address}/api/live/`, { signal: leaving.signal });
    const first = await response.body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('data: one\n\n');
    leaving.abort();
    await upstreamClosed;
  });

  it('answers 503 when a service is down, while the others keep working', async () => {
    await openGateway((_request, response) => response.end('ok'));
    servers[0]?.closeAllConnections();
    servers[0]?.close();
    const down = await fetch(`${address}/user/user/`);
    expect([down.status, down.headers.get('retry-after')]).toStrictEqual([503, '1']);
    expect((await problemOf(down)).code).toBe('Unavailable');
    expect(said.join('')).toContain('ECONNREFUSED');
    expect((await fetch(`${address}/api/get_concepts/`)).status).toBe(200);
    const ready = await fetch(`${address}/health/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      checks: { 'command-service': { ready: false }, 'query-service': { ready: true } },
    });
  });

  it('asks the parts once a second whether they are ready, however many ask it', async () => {
    await openGateway((_request, response) => response.end('ok'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/health/ready`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // Three parts once; a busy machine takes more than a second for this.
    expect(seen.length).toBeLessThan(30);
    const before = seen.length;
    const asked = async () => (await fetch(`${address}/health/ready`)) && seen.length;
    await expect.poll(asked).toBeGreaterThan(before);
  });

  it('answers 504 when a service takes too long, and never retries', async () => {
    await openGateway(() => undefined);
    const late = await fetch(`${address}/api/get_concepts/`);
    expect(late.status).toBe(504);
    expect(await problemOf(late)).toMatchObject({
      code: 'Unavailable',
      error: 'This took too long. Try again in a minute.',
    });
    expect(seen).toHaveLength(1);
    const written = await fetch(`${address}/api/create_new_concept/`, { method: 'POST' });
    expect((await problemOf(written)).error).toContain('Check whether it went through');
  });

  it('forwards a service’s 503 as it is, without retrying', async () => {
    await openGateway((_request, response) => response.writeHead(503).end('busy'));
    expect((await fetch(`${address}/api/get_concepts/`)).status).toBe(503);
    expect(seen).toHaveLength(1);
  });

  it('refuses a body beyond its limit', async () => {
    await openGateway((_request, response) => response.end());
    const response = await fetch(`${address}/user/token/`, { method: 'POST', body: Buffer.alloc(1_048_577) });
    expect(response.status).toBe(413);
    expect((await problemOf(response)).code).toBe('RequestTooLarge');
  });

  it('gives a request half a minute to arrive, and its head ten seconds', async () => {
    await openGateway((_request, response) => response.end());
    expect(gateway.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 });
  });

  it('lets an image through to the uploads', async () => {
    await openGateway((_request, response) => response.end());
    const body = Buffer.alloc(5_500_000, 'x');
    const response = await fetch(`${address}/api/upload_file/`, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(seen[0]?.body).toHaveLength(5_500_000);
  });
});
