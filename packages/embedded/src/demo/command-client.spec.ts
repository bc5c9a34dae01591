import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { signIn } from './command-client.js';

let server: Server | undefined;
afterEach(() => server?.close());

const later = JSON.stringify({
  type: 'about:blank',
  title: 'Groundswell is busy. Try again in a moment.',
  status: 503,
  code: 'Unavailable',
  error: 'Groundswell is busy. Try again in a moment.',
  correlation_id: 'spec',
});

/** A service that answers the first requests with 503 and `Retry-After: 0`. */
const startBusy = async (times: number) => {
  let asked = 0;
  server = createServer((request, response) => {
    request.resume();
    asked += 1;
    if (asked <= times) response.writeHead(503, { 'retry-after': '0' }).end(later);
    else response.writeHead(200).end(JSON.stringify({ access: 'access', refresh: 'refresh', id: 'id' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked: () => asked };
};

const person = { email: 'staff@example.com', password: 'secret' };

describe('a command of the demo that is told to come back later', () => {
  it('is sent again', async () => {
    const busy = await startBusy(2);
    await expect(signIn(busy.url, person)).resolves.toBeDefined();
    expect(busy.asked()).toBe(3);
  });

  it('is given up after a while, with what the service said', async () => {
    const busy = await startBusy(Number.POSITIVE_INFINITY);
    await expect(signIn(busy.url, person)).rejects.toMatchObject({ code: 'Unavailable', status: 503 });
    expect(busy.asked()).toBe(10);
  });
});
