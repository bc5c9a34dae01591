import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '../logging/log.js';
import { addHooks } from './hooks.js';
import { requestAge } from './request-age.js';

it('the age of a request counts from when it was fully received, however long it took to send', async () => {
  const server = fastify();
  addHooks(server, createLog({ service: 'test', level: 'silent' }));
  server.post('/', async () => {
    await setTimeout(100);
    return requestAge();
  });
  const sent = request(await server.listen({ port: 0 }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.write('{"half":');
  await setTimeout(1_000);
  sent.end('true}');
  const [answer] = await once(sent, 'response');
  const age = Number(await text(answer));
  await server.close();
  expect(age).toBeGreaterThanOrEqual(99);
  expect(age).toBeLessThan(1_000);
  expect(requestAge()).toBe(0);
});
