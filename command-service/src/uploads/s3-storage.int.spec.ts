import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bucketAccount, isSigned } from '@groundswell/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { s3Storage } from './s3-storage.js';
import { storageOf } from './variables.js';

const objects = new Map<string, Buffer>();
const seen: string[] = [];
let failures = 0;
let server: Server;
let endpoint: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    seen.push(`${request.method} ${path}`);
    if (failures > 0) {
      failures -= 1;
      return response.writeHead(503).end();
    }
    if (!isSigned(request, body)) return response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(path, body);
    const found = objects.get(path);
    return response.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.splice(0);
  failures = 0;
});

describe('S3', () => {
  const name = `${'a'.repeat(64)}.webp`;
  const content = randomBytes(10_000);

  it('stores what it is given, with signed requests', async () => {
    const storage = s3Storage({ endpoint, bucket: 'covers', ...bucketAccount });
    await storage.put(name, content);
    expect(await storage.get(name)).toEqual(content);
    expect(await storage.get(`${'b'.repeat(64)}.webp`)).toBeUndefined();
    expect(seen[0]).toBe(`PUT /covers/uploads/${name}`);
  });

  it('tries again when the store is busy', async () => {
    failures = 1;
    await s3Storage({ endpoint, bucket: 'covers', ...bucketAccount }).put(name, content);
    expect(seen).toHaveLength(2);
  });

  it('says when writing is not permitted', async () => {
    const storage = s3Storage({ endpoint, bucket: 'covers', ...bucketAccount, secretAccessKey: 'wrong' });
    await expect(storage.put(name, content)).rejects.toThrow('403');
    await expect(storage.get(name)).rejects.toThrow('403');
  });

  it('is configured completely or not at all', () => {
    const whole = {
      UPLOADS_DIR: '/tmp',
      S3_REGION: 'x',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'covers',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    expect(() => storageOf(whole)).not.toThrow();
    const { S3_BUCKET: _bucket, ...half } = whole;
    expect(() => storageOf(half)).toThrow('S3 needs');
  });
});
