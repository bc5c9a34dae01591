import type { Log } from '@groundswell/platform';
import { type JobQueue, QueueUnavailable } from '@groundswell/platform/queue';
import { describe, expect, it } from 'vitest';
import { openSideWork } from '../side-work.js';
import type { MoneyJob } from './job-queue.js';
import type { Step } from './step.js';
import { openTakingUp } from './take-up.js';

const silent = { warn: () => undefined } as unknown as Log;
const step: Step = { kind: 'submit-transfer', entityId: 't1' };

const open = (workOn: (userId: string) => Promise<Date | undefined>, isOurs = () => true) => {
  const queued: string[] = [];
  const queue = { add: async ({ data }: { data: MoneyJob }) => void queued.push(data.userId) };
  const sideWork = openSideWork(silent, new AbortController().signal);
  const takingUp = openTakingUp(queue as unknown as JobQueue<MoneyJob>, sideWork, workOn, isOurs);
  return { ...takingUp, queued, ended: () => sideWork.ended() };
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
    const { takeUp, queued, ended } = open(
      async (userId) => void worked.push(userId),
      () => false,
    );
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
    openTakingUp(away as unknown as JobQueue<MoneyJob>, sideWork, workOn, () => true).takeUp('ann', step);
    await sideWork.ended();
    expect(logged).toEqual(['the log is away']);
  });

  describe('while sixteen people are worked on', () => {
    const openBusy = () => {
      const worked: string[] = [];
      const ends: (() => void)[] = [];
      let isOurs = true;
      const opened = open(
        (userId) => {
          worked.push(userId);
          return new Promise((resolve) => ends.push(() => resolve(undefined)));
        },
        () => isOurs,
      );
      const come = (from: number, to: number): void => {
        for (let person = from; person <= to; person += 1) opened.takeUp(`p${person}`, step);
      };
      const endOne = async (): Promise<void> => {
        ends.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      };
      const endAll = async (): Promise<void> => {
        while (ends.length > 0) await endOne();
        await opened.ended();
      };
      const lose = (): void => {
        isOurs = false;
      };
      return { ...opened, worked, come, endOne, endAll, lose };
    };

    it('waits for its turn, once for each person', async () => {
      const { worked, queued, has, come, endOne, endAll } = openBusy();
      come(1, 18);
      come(17, 17);
      expect(worked).toHaveLength(16);
      expect(['p1', 'p18', 'p19'].map(has)).toEqual([true, true, false]);
      await endOne();
      expect(worked.slice(16)).toEqual(['p17']);
      await endAll();
      expect(worked.slice(16)).toEqual(['p17', 'p18']);
      expect([has('p1'), has('p18'), queued]).toEqual([false, false, []]);
    });

    it('waits for the end of the same person’s turn, and holds up no one else', async () => {
      const { worked, takeUp, endOne, endAll } = openBusy();
      for (let more = 0; more < 20; more += 1) takeUp('ann', step);
      takeUp('bob', step);
      expect(worked).toEqual(['ann', 'bob']);
      await endOne();
      expect(worked).toEqual(['ann', 'bob', 'ann']);
      await endAll();
      expect(worked).toHaveLength(3);
    });

    it('is enqueued when a thousand other people wait', async () => {
      const { queued, come, endAll } = openBusy();
      come(1, 1_017);
      come(17, 17);
      expect(queued).toEqual(['p1017']);
      await endAll();
    });

    it('is left to the next process when this one no longer listens to the broker', async () => {
      const { worked, queued, come, lose, endAll } = openBusy();
      come(1, 20);
      lose();
      await endAll();
      expect(worked).toHaveLength(16);
      expect(queued).toEqual([]);
    });
  });
});
