import { freshRedis, openWay, type Way } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../logging/log.js';
import { createQueue, type JobQueue } from './queue.js';
import { QueueUnavailable } from './reach.js';
import { startWorker } from './worker.js';

type Data = { number: number };
const log = createLog({ service: 'test', level: 'silent' });

let way: Way;
let redisUrl: string;
let closing: { close(): Promise<void> }[];
beforeEach(async () => {
  redisUrl = await freshRedis();
  way = await openWay(redisUrl);
  closing = [];
});
afterEach(async () => {
  await Promise.all(closing.map((part) => part.close()));
  await way.close();
});

const open = (url: string): JobQueue<Data> => {
  const queue = createQueue<Data>('silent', { redisUrl: url, log });
  closing.push(queue);
  return queue;
};
const jobOf = (number: number) => ({ id: `job-${number}`, data: { number } });

describe('a Redis that falls silent', () => {
  it('keeps nobody waiting who enqueues, and takes jobs again', { timeout: 60_000 }, async () => {
    const queue = open(way.url);
    await queue.add(jobOf(1));
    way.silence();
    const said = await queue.add(jobOf(2)).then(
      () => 'taken',
      (fault: unknown) => fault,
    );
    expect(said === 'taken' || said instanceof QueueUnavailable).toBe(true);
    await expect.poll(() => queue.add(jobOf(3)).then(() => 'taken'), { timeout: 20_000 }).toBe('taken');
    expect((await open(redisUrl).counts()).waiting).toBeGreaterThanOrEqual(2);
  });

  it('does not keep a worker from ending a job, and from taking the next ones', {
    timeout: 90_000,
  }, async () => {
    const direct = open(redisUrl);
    const done: number[] = [];
    const worker = startWorker<Data>('silent', {
      redisUrl: way.url,
      log,
      async handle({ data: { number } }) {
        done.push(number);
        if (number === 1) way.silence();
      },
    });
    closing.push(worker);
    await direct.add(jobOf(1));
    await expect.poll(() => done, { timeout: 20_000 }).toEqual([1]);
    await direct.add(jobOf(2));
    await expect.poll(() => done, { timeout: 60_000 }).toContain(2);
  });
});
