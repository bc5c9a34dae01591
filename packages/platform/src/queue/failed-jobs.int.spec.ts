import { freshRedis } from '@groundswell/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { withCorrelation } from '../logging/correlation.js';
import { createLog } from '../logging/log.js';
import { dismissFailedJob, readFailedJobs, retryFailedJob } from './failed-jobs.js';
import { readQueues } from './overview.js';
import { createQueue } from './queue.js';
import { PermanentFailure, startWorker } from './worker.js';

type Data = { letterId: string };
const log = createLog({ service: 'test', level: 'silent' });
const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((part) => part.close()));
});

/** A queue with one job that failed permanently, and a worker that carries it out as soon as it may. */
const withFailure = async (words: string) => {
  const place = { redisUrl: await freshRedis(), log };
  const attempts: number[] = [];
  const failure = { mended: false };
  const worker = startWorker<Data>('mail', {
    ...place,
    handle: async ({ attempt }) => {
      attempts.push(attempt);
      if (!failure.mended) throw new PermanentFailure(words);
    },
  });
  const queue = createQueue<Data>('mail', place);
  closing.push(worker, queue);
  await withCorrelation({ correlationId: 'c-1' }, () =>
    queue.add({ id: 'letter', data: { letterId: 'l-1' } }),
  );
  await expect.poll(() => readFailedJobs(place)).toHaveLength(1);
  return { place, queue, attempts, failure };
};
const job = { queue: 'mail', id: 'letter' };
const dismissal = { at: '2026-11-20T12:00:00.000Z', by: 'ops-3', reason: 'told by telephone' };

describe('a permanently failed job', () => {
  it('is listed without its data and without addresses', async () => {
    const { place } = await withFailure(
      '550 5.1.1 <ann.lee@example.com>:\n  no such user ann.lee@example.com',
    );
    const [found] = await readFailedJobs(place);
    expect(found).toEqual({
      queue: 'mail',
      id: 'letter',
      name: 'mail',
      attempts: 1,
      reason: '550 5.1.1 <[address]>: no such user [address]',
      failedAt: expect.any(Date),
      correlationId: 'c-1',
      dismissed: undefined,
    });
  });

  it('is tried again on request', async () => {
    const { place, attempts, failure } = await withFailure('no such user');
    failure.mended = true;
    expect(await retryFailedJob(place, job)).toBe(true);
    await expect.poll(() => readFailedJobs(place)).toEqual([]);
    await expect.poll(() => attempts).toEqual([1, 1]);
    expect(await retryFailedJob(place, job)).toBe(false);
  });

  it('no longer counts as failed once dismissed, and keeps its id', async () => {
    const { place, queue, attempts } = await withFailure('no such user');
    expect(await readQueues(place)).toMatchObject([{ counts: { failed: 1 } }]);
    expect(await dismissFailedJob(place, job, dismissal)).toBe(true);
    expect(await dismissFailedJob(place, job, dismissal)).toBe(false);
    expect(await readQueues(place)).toMatchObject([{ counts: { failed: 0 } }]);
    expect(await readFailedJobs(place)).toMatchObject([{ id: 'letter', dismissed: dismissal }]);
    await queue.add({ id: 'letter', data: { letterId: 'l-1' } });
    expect(attempts).toEqual([1]);
  });

  it('counts again when it is retried and fails', async () => {
    const { place } = await withFailure('no such user');
    await dismissFailedJob(place, job, dismissal);
    expect(await retryFailedJob(place, job)).toBe(true);
    await expect.poll(() => readQueues(place)).toMatchObject([{ counts: { failed: 1 } }]);
  });

  it('is not found under another name, which makes no queue', async () => {
    const { place } = await withFailure('no such user');
    expect(await retryFailedJob(place, { queue: 'males', id: 'letter' })).toBe(false);
    expect(await retryFailedJob(place, { queue: 'mail', id: 'lettre' })).toBe(false);
    expect((await readQueues(place)).map(({ name }) => name)).toEqual(['mail']);
  });
});
