import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openS3 } from './client.js';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** What lies in a bucket of a service that answers in its own way. */
const askOf = async (answer: RequestListener, retries = 0, patience = 300) => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { endpoint, bucket: 'kept', region: '', accessKeyId: 'id', secretAccessKey: 'secret' };
  return openS3(place, retries, patience);
};

describe('a request to an object store that keeps us waiting', () => {
  // What holds a signal loosely loses it when garbage is collected.
  beforeEach(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const collecting = setInterval(collect, 20);
    stops.push(() => clearInterval(collecting));
  });

  it('ends when its time is over, though nothing is answered', async () => {
    const ask = await askOf(() => undefined);
    await expect(ask('/one')).rejects.toThrow('the object store did not answer within 0.3 s');
  });

  it('ends when its time is over, though the answer goes on drop by drop', async () => {
    const ask = await askOf((_request, response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drops));
    });
    await expect(ask('/one')).rejects.toThrow('the object store did not answer within 0.3 s');
  });

  it('ends when its caller leaves', async () => {
    const ask = await askOf(() => undefined, 0, 60_000);
    const leaving = new AbortController();
    const asked = expect(ask('/one', { signal: leaving.signal })).rejects.toThrow('interrupted');
    setTimeout(() => leaving.abort(new Error('interrupted')), 200);
    await asked;
  });
});

it('a busy object store is asked again as often as wanted', async () => {
  let asked = 0;
  const busyTwice: RequestListener = (_request, response) => {
    asked += 1;
    response.writeHead(asked <= 2 ? 503 : 200).end();
  };
  expect((await (await askOf(busyTwice, 2, 5_000))('/one')).status).toBe(200);

  asked = 0;
  expect((await (await askOf(busyTwice, 1, 5_000))('/one')).status).toBe(503);
});

it('an answer that is too long is not read on', async () => {
  const ask = await askOf((_request, response) => {
    response.end(Buffer.alloc(5_000));
  });
  await expect(ask('/one', { longest: 4_999 })).rejects.toThrow('more than 4999 bytes');
  expect((await ask('/one', { longest: 5_000 })).body).toHaveLength(5_000);
});
