import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { headers } from '@groundswell/contracts';
import { Module } from '@nestjs/common';
import { afterEach, describe, expect, it } from 'vitest';
import { createTokenVerifier } from '../identity/access-token.js';
import type { PublicTokenKey } from '../identity/keys.js';
import { createLog } from '../logging/log.js';
import type { Shortcut } from './shortcut.js';
import { type HttpService, startHttpService } from './start-http-service.js';

@Module({})
class Nothing {}

const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as PublicTokenKey;
const ready: Shortcut = ({ url }) =>
  url === '/api/ready/'
    ? { route: '/api/ready/', status: 200, headers: [['etag', '"1"']], body: Buffer.from('{"text":"hello"}') }
    : undefined;

let service: HttpService | undefined;
let logged = '';
const start = async (): Promise<HttpService> => {
  logged = '';
  const destination = new PassThrough();
  destination.on('data', (chunk) => {
    logged += chunk;
  });
  service = await startHttpService({
    module: Nothing,
    config: { HOST: '127.0.0.1', PORT: 0 },
    log: createLog({ service: 'spec', level: 'info', destination }),
    verifyToken: await createTokenVerifier([key]),
    networkFactor: 1_000,
    checks: {},
    shortcut: ready,
  });
  return service;
};
afterEach(async () => {
  await service?.close();
  service = undefined;
});

describe('a prepared answer', () => {
  it('has the headers and the log line of every other answer', async () => {
    const { url } = await start();
    const correlationId = '7c3f2f3e-6f0a-4b57-9d6c-2a5d9a4b1c11';
    const answer = await fetch(`${url}/api/ready/`, { headers: { [headers.correlationId]: correlationId } });
    const other = await fetch(`${url}/api/elsewhere/`);
    expect(await answer.json()).toEqual({ text: 'hello' });
    for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security']) {
      expect(other.headers.get(name)).toBeTruthy();
      expect(answer.headers.get(name)).toBe(other.headers.get(name));
    }
    expect(answer.headers.get(headers.correlationId)).toBe(correlationId);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({
      correlationId,
      method: 'GET',
      route: '/api/ready/',
      status: 200,
      msg: 'answered',
    });
  });

  it('is given only for its exact URL', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/api/ready/`, { method: 'POST' })).status).toBe(404);
    for (const path of ['/api/Ready/', '/api//ready/', '/api/%72eady/', '/api/ready/?a=1']) {
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    }
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });
});

describe('a service that ends', () => {
  it('does not wait for a connection without a request', async () => {
    const { port, close } = await start();
    const silent = connect(port, '127.0.0.1');
    await once(silent, 'connect');
    const cut = once(silent, 'close');
    await close();
    service = undefined;
    await cut;
  });
});
