import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Bodies, TooManyBodies } from './bodies.js';

const requestOf = (): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough(), { headers: { 'content-length': '1000' } }) as never;

const long = 6_000_000;

it('bodies are limited per network and in all, until one of them ends', async () => {
  const bodies = new Bodies({ ofNetwork: 1, all: 2 });
  const [first, second] = [requestOf(), requestOf()];
  await bodies.receive('a', first, long);
  await expect(bodies.receive('a', requestOf(), long)).rejects.toThrow(TooManyBodies);
  await bodies.receive('b', second, long);
  await expect(bodies.receive('c', requestOf(), long)).rejects.toThrow(TooManyBodies);
  first.destroy();
  await once(first, 'close');
  await expect(bodies.receive('a', requestOf(), long)).resolves.toBeDefined();
});
