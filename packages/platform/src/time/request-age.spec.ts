import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fastify } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addHooks } from '../http/hooks.js';
import { createLog } from '../logging/log.js';
import { patienceFor, requestAge, withRequest } from './request-age.js';

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

it('a request waits for the event store as long as is left of its time, and other work as long as usual', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(patienceFor(10_000)).toBe(10_000);
  withRequest(() => {
    expect([patienceFor(10_000), patienceFor(100)]).toEqual([2_500, 100]);
    vi.advanceTimersByTime(1_000);
    expect(patienceFor(10_000)).toBe(1_500);
    vi.advanceTimersByTime(5_000);
    expect([patienceFor(10_000), patienceFor(100)]).toEqual([1_000, 100]);
  });
});
