import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayUrl, publicUrl } from './plan/addresses.js';
import { settle } from './settle.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A part, or the gateway, that is ready. */
const ready = async (host: string): Promise<number> => {
  const server = createServer((_request, response) => response.end('{"status":"ready","checks":{}}'));
  servers.push(server.listen(0, host));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

describe('an instance whose HOST is one address', () => {
  it('is asked there, and is ready', async () => {
    const port = await ready('127.0.0.1');
    const parts = ['command-service', 'projections', 'query-service', 'workers', 'web'];
    const book = new Map(parts.map((name) => [name, { port }]));
    const url = gatewayUrl({ HOST: '127.0.0.2', PORT: await ready('127.0.0.2') });
    expect((await settle(book, url, 0n)).unready).toEqual({});
  });
});

describe('the address that people are told', () => {
  it.each([
    ['127.0.0.1', 'http://localhost:8000'],
    ['0.0.0.0', 'http://localhost:8000'],
    ['::', 'http://localhost:8000'],
    ['127.0.0.11', 'http://127.0.0.11:8000'],
    ['192.168.1.10', 'http://192.168.1.10:8000'],
    ['groundswell.test', 'http://groundswell.test:8000'],
    ['::1', 'http://[::1]:8000'],
  ])('leads to where the gateway listens: HOST=%s', (HOST, url) => {
    expect(publicUrl({ HOST, PORT: 8_000 })).toBe(url);
    expect(publicUrl({ HOST, PORT: 8_000, PUBLIC_URL: 'https://groundswell.test' })).toBe(
      'https://groundswell.test',
    );
  });
});
