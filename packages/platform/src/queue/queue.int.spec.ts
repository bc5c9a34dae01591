import { once } from 'node:events';
import { createServer } from 'node:net';
import { freshRedis } from '@groundswell/testing';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, it } from 'vitest';
import { currentCorrelation, withCorrelation } from '../logging/correlation.js';
import { createLog } from '../logging/log.js';
import { jobIdOf } from './job.js';
import { findJobs, readQueues } from './overview.js';
import { createQueue, type JobQueue } from './queue.js';
import { QueueUnavailable } from './reach.js';
import { type Job, PermanentFailure, Postponed, startWorker, type WorkerOptions } from './worker.js';

type Data = { transferId: string };
const log = createLog({ service: 'test', level: 'silent' });
const closing: { close(): Promise<void> }[] = [];

/** A log, and the lines that were written to it. */
const overheard = () => {
  const said: string[] = [];
  const destination = { write: (line: string) => void said.push(line) };
  return { said, log: createLog({ service: 'test', level: 'trace', destination }) };
};

/** Redis itself, to do what no queue does. */
const openRedis = (redisUrl: string): Redis => {
  const redis = new Redis(redisUrl);
  closing.push({ close: async () => redis.disconnect() });
  return redis;
};
afterEach(async () => {
  await Promise.all(closing.splice(0).map((part) => part.close()));
});

const openQueue = (redisUrl: string): JobQueue<Data> => {
  const queue = createQueue<Data>('transfers', { redisUrl, log });
  closing.push(queue);
  return queue;
};
const work = (redisUrl: string, handle: WorkerOptions<Data>['handle']) => {
  const worker = startWorker<Data>('transfers', { redisUrl, log, handle });
  closing.push(worker);
  return worker;
};

const signal = () => {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
};

describe('a queue', () => {
  it('hands each job to a worker once, however often it was enqueued', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    const id = jobIdOf('6f1c', 'submitTransfer');
    await queue.add({ id, data: { transferId: 't-1' } });
    await queue.add({ id, data: { transferId: 't-1' } });
    const seen: Job<Data>[] = [];
    work(redisUrl, async (job) => void seen.push(job));
    await queue.add({ id: 'last', data: { transferId: 't-2' } });
    await expect.poll(() => seen.length).toBe(2);
    await queue.add({ id, data: { transferId: 't-1' } });
    expect(seen.map((job) => job.id)).toEqual([id, 'last']);
    expect(seen[0]).toMatchObject({ data: { transferId: 't-1' }, attempt: 1, attempts: 8 });
    expect(await queue.counts()).toMatchObject({ waiting: 0, completed: 2 });
  });

  it('carries the correlation of the cause into the work', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    let found: unknown;
    work(redisUrl, async () => {
      found = currentCorrelation();
    });
    await withCorrelation({ correlationId: 'c-1' }, () =>
      queue.add({ id: 'job', data: { transferId: 't' } }),
    );
    await expect.poll(() => found).toEqual({ correlationId: 'c-1', causationId: 'job' });
  });

  it('tries a job again after a failure, and not after a permanent one', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    const attempts: string[] = [];
    work(redisUrl, async ({ id, attempt }) => {
      attempts.push(`${id} ${attempt}`);
      if (id === 'hopeless') throw new PermanentFailure('no such account');
      if (attempt === 1) throw new Error('busy');
    });
    await queue.add({ id: 'hopeless', data: { transferId: 'a' } });
    await queue.add({ id: 'shaky', data: { transferId: 'b' } });
    await expect.poll(() => attempts, { timeout: 5_000 }).toEqual(['hopeless 1', 'shaky 1', 'shaky 2']);
    await expect.poll(() => queue.counts()).toMatchObject({ failed: 1, completed: 1 });
  });

  it('postpones a job without counting an attempt, and forgets one that is not to be kept', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    const attempts: number[] = [];
    work(redisUrl, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) throw new Postponed(5);
      if (attempts.length === 2) throw new PermanentFailure('no');
    });
    const job = { id: 'early', data: { transferId: 'a' }, kept: false };
    await queue.add(job);
    await expect.poll(() => attempts, { timeout: 5_000 }).toEqual([1, 1]);
    await expect
      .poll(async () => (await queue.counts()).failed === 0 && (await queue.counts()).active === 0)
      .toBe(true);
    await queue.add(job);
    await expect.poll(() => attempts).toEqual([1, 1, 1]);
    await expect
      .poll(() => queue.counts())
      .toMatchObject({ completed: 0, failed: 0, active: 0, delayed: 0, waiting: 0 });
  });

  it('takes a job that comes after others when no other one waits, and counts it as waiting', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    for (const id of ['join-1', 'join-2'])
      await queue.add({ id, data: { transferId: id }, afterOthers: true });
    await queue.add({ id: 'reset', data: { transferId: 'r' } });
    expect(await readQueues({ redisUrl, log })).toMatchObject([{ counts: { waiting: 3 } }]);
    const seen: string[] = [];
    work(redisUrl, async ({ id }) => void seen.push(id));
    await expect.poll(() => seen).toEqual(['reset', 'join-1', 'join-2']);
  });

  it('lets a running job end before the worker closes', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    const started = signal();
    const release = signal();
    let ended = false;
    const worker = work(redisUrl, async () => {
      started.give();
      await release.given;
      ended = true;
    });
    await queue.add({ id: 'slow', data: { transferId: 't' } });
    await started.given;
    const closed = worker.close();
    release.give();
    await closed;
    expect(ended).toBe(true);
  });

  it('closes at once while Redis is unavailable, because no job can be handed back', async () => {
    const attempts: string[] = [];
    const noting = { ...log, warn: () => void attempts.push('away') } as unknown as typeof log;
    const redisUrl = 'redis://127.0.0.1:1';
    const worker = startWorker<Data>('transfers', { redisUrl, log: noting, handle: async () => undefined });
    await expect.poll(() => attempts.length).toBe(1);
    const started = Date.now();
    await worker.close();
    expect(Date.now() - started).toBeLessThan(1_000);
  });

  it('is found without knowing its name, with its counts, and its jobs by what caused them', async () => {
    const redisUrl = await freshRedis();
    const queue = openQueue(redisUrl);
    const eventId = '6f1c4a52-7d1e-4c7b-9d0a-0a4c3f1b2e11';
    await withCorrelation({ correlationId: 'c-1' }, () =>
      queue.add({ id: 'by-correlation', data: { transferId: 'a' } }),
    );
    await queue.add({ id: jobIdOf(eventId, 'mail'), data: { transferId: 'b' } });
    await queue.add({ id: 'of-somebody-else', data: { transferId: 'c' } });
    expect(await readQueues({ redisUrl, log })).toMatchObject([
      { name: 'transfers', counts: { waiting: 3 } },
    ]);
    const causes = { correlationIds: new Set(['c-1']), eventIds: new Set([eventId]) };
    const found = await findJobs({ redisUrl, log }, causes);
    expect(found.map(({ id, state }) => [id, state]).sort()).toEqual([
      [`${eventId}.mail`, 'waiting'],
      ['by-correlation', 'waiting'],
    ]);
    expect(found.flatMap((job) => Object.keys(job))).not.toContain('data');
  });

  it('keeps one schedule for one id', async () => {
    const queue = openQueue(await freshRedis());
    const nightly = { pattern: '30 18 * * 1-5', timeZone: 'America/New_York' };
    await queue.schedule('nightly', nightly, { transferId: '-' });
    await queue.schedule('nightly', nightly, { transferId: '-' });
    expect(await queue.counts()).toMatchObject({ delayed: 1 });
  });

  it.each(['a:b', '42', ''])('refuses the job id "%s"', async (id) => {
    const queue = openQueue(await freshRedis());
    await expect(queue.add({ id, data: { transferId: 't' } })).rejects.toThrow('Not a job id');
  });

  it('passes on an error that Redis answered, which does not mean it is unavailable', async () => {
    const redisUrl = await freshRedis();
    await openRedis(redisUrl).set('groundswell:transfers:id', 'no number');
    const refused = openQueue(redisUrl).add({ id: 'job', data: { transferId: 't' } });
    await expect(refused).rejects.toThrow('not an integer');
    await expect(refused).rejects.not.toBeInstanceOf(QueueUnavailable);
  });

  it('says when a job has lost its lock, so that it may run a second time', async () => {
    const redisUrl = await freshRedis();
    const { said, log } = overheard();
    const release = signal();
    const handle = () => release.given;
    closing.push(startWorker<Data>('transfers', { redisUrl, log, lockDuration: 400, handle }));
    await openQueue(redisUrl).add({ id: 'slow', data: { transferId: 't' } });
    const redis = openRedis(redisUrl);
    await expect.poll(() => redis.del('groundswell:transfers:slow:lock'), { interval: 5 }).toBe(1);
    await expect.poll(() => said.join(''), { timeout: 5_000 }).toContain('could not renew lock for job slow');
    release.give();
  });

  it('says that Redis is away once for each connection, however often it is asked for', async () => {
    const { said, log } = overheard();
    const away = { redisUrl: 'redis://127.0.0.1:1', log };
    closing.push(startWorker<Data>('transfers', { ...away, handle: async () => undefined }));
    await expect(readQueues(away)).rejects.toThrow(QueueUnavailable);
    expect(said.map((line) => JSON.parse(line).msg)).toEqual([
      'Redis cannot be reached',
      'Redis cannot be reached',
    ]);
  });

  it('refuses within two seconds or so while Redis is away', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    server.close();
    await once(server, 'close');
    const queue = openQueue(`redis://127.0.0.1:${port}`);
    const started = Date.now();
    await expect(queue.add({ id: 'job', data: { transferId: 't' } })).rejects.toThrow(QueueUnavailable);
    expect(Date.now() - started).toBeLessThan(3_000);
  });
});
