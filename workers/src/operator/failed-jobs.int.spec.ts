import { createLog } from '@groundswell/platform';
import { type Handler, runOperator } from '@groundswell/platform/operator';
import { createQueue, PermanentFailure, startWorker } from '@groundswell/platform/queue';
import { freshRedis, withOutput } from '@groundswell/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.js';
import { dismissFailed, listFailed, retryFailed } from './failed-jobs.js';

const handlers: Record<string, Handler> = {
  'jobs failed': listFailed,
  'jobs retry': retryFailed,
  'jobs dismiss': dismissFailed,
};
const log = createLog({ service: 'spec', level: 'silent' });
const closing: { close(): Promise<void> }[] = [];
let redisUrl: string;
let attempts = 0;
beforeEach(async () => {
  redisUrl = await freshRedis();
  attempts = 0;
  const handle = async () => {
    attempts += 1;
    throw new PermanentFailure('550 no such user ann@example.com');
  };
  const queue = createQueue<{ letterId: string }>('mail', { redisUrl, log });
  closing.push(startWorker('mail', { redisUrl, log, handle }), queue);
  await queue.add({ id: 'letter', data: { letterId: 'l-1' } });
  await expect.poll(async () => (await queue.counts()).failed).toBe(1);
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((part) => part.close()));
});

const ops = (...words: string[]) =>
  withOutput({ REDIS_URL: redisUrl }, () => runOperator(words, catalogue, handlers));

describe('permanently failed jobs', () => {
  it('are listed with their error, until an operator dismisses them with a reason', async () => {
    const listed = await ops('jobs', 'failed');
    expect(listed.code).toBe(1);
    expect(listed.out).toMatch(
      /\nmail +letter +mail +1 .+550 no such user \[address\]\n1 job failed permanently\.\n$/,
    );
    expect(await ops('jobs', 'dismiss', 'mail', 'letter')).toMatchObject({ code: 2 });
    const dismiss = (reason: string) =>
      ops('jobs', 'dismiss', 'mail', 'letter', '--as=ops-3', `--reason=${reason}`);
    expect(await dismiss('ann@example.com moved')).toMatchObject({ code: 2 });
    expect(await dismiss('moved away')).toMatchObject({ code: 0 });
    expect(await ops('jobs', 'failed')).toMatchObject({ code: 0, out: '0 jobs failed permanently.\n' });
    const all = await ops('jobs', 'failed', '--all', '--json');
    expect(JSON.parse(all.out)).toMatchObject([
      { id: 'letter', dismissed: { by: 'ops-3', reason: 'moved away' } },
    ]);
  });

  it('can be retried', async () => {
    expect(await ops('jobs', 'retry', 'mail', 'letter')).toMatchObject({ code: 0 });
    await expect.poll(() => attempts).toBe(2);
  });

  it('must exist', async () => {
    const { code, notes } = await ops('jobs', 'retry', 'mail', 'nothing');
    expect([code, notes]).toEqual([
      1,
      expect.stringContaining('No job "nothing" of the queue "mail" has failed'),
    ]);
  });
});
