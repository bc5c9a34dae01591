import { openWay, takeRedis, type Way } from '@groundswell/testing';
import { describe, it } from 'vitest';
import { createLog } from '../logging/log.js';
import { createQueue, type JobQueue } from './queue.js';
import { QueueUnavailable } from './reach.js';
import { startWorker } from './worker.js';

type Data = { number: number };
const log = createLog({ service: 'test', level: 'silent' });

/** A Redis of its own behind a way that can go silent; what is opened is closed with it. */
interface Place {
  readonly way: Way;
  readonly redisUrl: string;
  readonly open: (url: string) => JobQueue<Data>;
  readonly closing: { close(): Promise<void> }[];
}

const onPlace = async (work: (place: Place) => Promise<void>): Promise<void> => {
  const { url: redisUrl, giveBack } = await takeRedis();
  const way = await openWay(redisUrl);
  const closing: Place['closing'] = [];
  const open = (url: string): JobQueue<Data> => {
    const queue = createQueue<Data>('silent', { redisUrl: url, log });
    closing.push(queue);
    return queue;
  };
  try {
    await work({ way, redisUrl, open, closing });
  } finally {
    await Promise.all(closing.map((part) => part.close()));
    await way.close();
    await giveBack();
  }
};

const jobOf = (number: number) => ({ id: `job-${number}`, data: { number } });

// Both wait for the silence to be noticed, and for nothing else.
describe.concurrent('a Redis that falls silent', () => {
  it('keeps no caller of enqueue waiting, and accepts jobs again', { timeout: 60_000 }, ({ expect }) =>
    onPlace(async ({ way, redisUrl, open }) => {
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
    }),
  );

  it(
    'does not keep a worker from ending a job, and from taking the next ones',
    { timeout: 90_000 },
    ({ expect }) =>
      onPlace(async ({ way, redisUrl, open, closing }) => {
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
      }),
  );
});
