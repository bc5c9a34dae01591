import { createLog } from '@groundswell/platform';
import type { JobQueue } from '@groundswell/platform/queue';
import { expect, it } from 'vitest';
import type { MoneyDependencies } from '../dependencies.js';
import type { MoneyJob } from './job-queue.js';
import { openSweeps } from './sweeps.js';

/** What one sweep enqueues of the steps of three people. */
const swept = async (isFollowing: boolean, taken: readonly string[]): Promise<string[]> => {
  const queued: string[] = [];
  const queue = { add: async ({ id }: { id: string }) => void queued.push(id) };
  const stopped = new AbortController();
  const dependencies = {
    store: {
      steps: async () =>
        ['ann', 'bob', 'cat'].map((userId) => ({ userId, stepId: `submit-transfer.${userId}` })),
    },
    settings: { sweepEvery: 5_000 },
    log: createLog({ service: 'spec', level: 'silent' }),
    pause: async () => stopped.abort(),
  } as unknown as MoneyDependencies;
  const isTaken = (userId: string) => taken.includes(userId);
  const sweeps = openSweeps(dependencies, queue as unknown as JobQueue<MoneyJob>, () => isFollowing, isTaken);
  await sweeps.run(stopped.signal);
  return queued;
};

it('a sweep enqueues what is due, except for people whom this process works on', async () => {
  expect(await swept(true, ['bob'])).toEqual(['submit-transfer.ann', 'submit-transfer.cat']);
});

it('a sweep enqueues nothing while the log is not followed', async () => {
  expect(await swept(false, [])).toEqual([]);
});
