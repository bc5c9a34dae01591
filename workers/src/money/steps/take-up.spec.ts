import type { Log } from '@groundswell/platform';
import { type JobQueue, QueueUnavailable } from '@groundswell/platform/queue';
import { describe, expect, it } from 'vitest';
import { openSideWork } from '../side-work.js';
import type { MoneyJob } from './job-queue.js';
import type { Step } from './step.js';
import { openTakingUp } from './take-up.js';

const silent = { warn: () => undefined } as unknown as Log;
const step: Step = { kind: 'submit-transfer', entityId: 't1' };

const open = (workOn: (userId: string) => Promise<Date | undefined>, isOurs = true) => {
  const queued: string[] = [];
  const queue = { add: async ({ data }: { data: MoneyJob }) => void queued.push(data.userId) };
  const sideWork = openSideWork(silent, new AbortController().signal);
  const takeUp = openTakingUp(queue as unknown as JobQueue<MoneyJob>, sideWork, workOn, () => isOurs);
  return { takeUp, queued, ended: () => sideWork.ended() };
};

describe('a step that the log brings', () => {
  it('is worked on at once, and not enqueued once it is done', async () => {
    const worked: string[] = [];
    const { takeUp, queued, ended } = open(async (userId) => void worked.push(userId));
    takeUp('ann', step);
    expect(worked).toEqual(['ann']);
    await ended();
    expect(queued).toEqual([]);
  });

  it('is left to the process that listens to the broker', async () => {
    const worked: string[] = [];
    const { takeUp, queued, ended } = open(async (userId) => void worked.push(userId), false);
    takeUp('ann', step);
    await ended();
    expect([worked, queued]).toEqual([[], []]);
  });

  it.each([
    ['has to wait', async () => new Date()],
    ['failed', () => Promise.reject(new Error('no'))],
  ])('is enqueued when it %s', async (_what, workOn) => {
    const { takeUp, queued, ended } = open(workOn);
    takeUp('ann', step);
    await ended();
    expect(queued).toEqual(['ann']);
  });

  it('that failed is logged with its own reason, even where the queue is away', async () => {
    const logged: unknown[] = [];
    const log = { warn: ({ err }: { err: Error }) => logged.push(err.message) } as unknown as Log;
    const away = { add: () => Promise.reject(new QueueUnavailable()) };
    const sideWork = openSideWork(log, new AbortController().signal);
    const workOn = () => Promise.reject(new Error('the log is away'));
    openTakingUp(away as unknown as JobQueue<MoneyJob>, sideWork, workOn, () => true)('ann', step);
    await sideWork.ended();
    expect(logged).toEqual(['the log is away']);
  });

  it('is enqueued while sixteen people are worked on, and worked on again after that', async () => {
    const worked: string[] = [];
    const ends: (() => void)[] = [];
    const { takeUp, queued, ended } = open((userId) => {
      worked.push(userId);
      return new Promise((resolve) => ends.push(() => resolve(undefined)));
    });
    for (let person = 1; person <= 17; person += 1) takeUp(`p${person}`, step);
    expect(worked).toHaveLength(16);
    for (const end of ends.splice(0)) end();
    await ended();
    expect(queued).toEqual(['p17']);
    takeUp('p18', step);
    expect(worked.at(-1)).toBe('p18');
    for (const end of ends.splice(0)) end();
    await ended();
  });
});
