import { setImmediate, setTimeout } from 'node:timers/promises';
import { TooBusy } from '@groundswell/platform';
import { describe, expect, it, vi } from 'vitest';
import { createFairQueue } from './fair-queue.js';

const [longest, strangersEvery] = [60_000, 500];

const stranger = (key: string) => ({ key, known: false });

describe('a fair queue', () => {
  it('serves known people before all strangers, from any number of networks, and keeps their places', async () => {
    const { run: queue } = createFairQueue({
      atOnce: 2,
      strangersAtOnce: 1,
      waiting: 3,
      waitingOfOne: 2,
      longest,
      strangersEvery,
    });
    const served: string[] = [];
    const ask = (key: string, known: boolean) =>
      queue({ key, known }, async () => {
        served.push(key);
        await setImmediate();
      });
    const flood = ['a', 'b', 'c', 'd'].map((key) => ask(key, false));
    await expect(ask('e', false)).rejects.toThrow(TooBusy);
    const known = ['ann', 'bob', 'cyd'].map((key) => ask(key, true));
    await Promise.all([...flood, ...known]);
    expect(served.slice(0, 2)).toStrictEqual(['a', 'ann']);
    expect(served.indexOf('cyd')).toBeLessThan(served.indexOf('c'));
  });

  it('starts strangers’ work beside a known person’s only when it is due to them', async () => {
    let time = 0;
    const bounds = { atOnce: 2, strangersAtOnce: 1, waiting: 9, waitingOfOne: 9, longest, strangersEvery };
    const { run: queue } = createFairQueue(bounds, () => time);
    const served: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (key: string, known: boolean): Promise<void> =>
      queue({ key, known }, () => {
        served.push(key);
        return new Promise((resolve) => ends.set(key, resolve));
      });
    const end = async (key: string): Promise<void> => {
      ends.get(key)?.();
      await setImmediate();
    };
    const asked = [ask('a', false), ask('ann', true), ask('b', false), ask('bob', true), ask('cyd', true)];
    await end('a');
    expect(served).toStrictEqual(['a', 'ann', 'bob']);
    await end('ann');
    expect(served).toStrictEqual(['a', 'ann', 'bob', 'cyd']);
    time = strangersEvery;
    await end('bob');
    expect(served).toStrictEqual(['a', 'ann', 'bob', 'cyd', 'b']);
    asked.push(ask('c', false));
    await end('b');
    expect(served).not.toContain('c');
    await end('cyd');
    expect(served.at(-1)).toBe('c');
    await end('c');
    await Promise.all(asked);
  });

  it('serves a single caller after one request of a flood, and each key in order', async () => {
    const { run: queue } = createFairQueue({
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 40,
      waitingOfOne: 20,
      longest,
      strangersEvery,
    });
    const served: string[] = [];
    const ask = (key: string, name: string) =>
      queue(stranger(key), async () => {
        served.push(name);
        await setImmediate();
      });
    const flood = Array.from({ length: 6 }, (_, index) => ask('flood', `flood ${index}`));
    await Promise.all([...flood, ask('ann', 'ann')]);
    expect(served).toStrictEqual(['flood 0', 'flood 1', 'ann', 'flood 2', 'flood 3', 'flood 4', 'flood 5']);
  });

  it('refuses a flood beyond its share, and no one else until all places are taken', async () => {
    const { run: queue } = createFairQueue({
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 3,
      waitingOfOne: 2,
      longest,
      strangersEvery,
    });
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const ask = (key: string) => queue(stranger(key), () => gate);
    const taken = [ask('flood'), ask('flood'), ask('flood')];
    await expect(ask('flood')).rejects.toThrow(TooBusy);
    taken.push(ask('ann'));
    await expect(ask('bob')).rejects.toThrow(TooBusy);
    open();
    await Promise.all(taken);
    await expect(ask('bob')).resolves.toBeUndefined();
  });

  it('refuses a request that has waited too long, frees its place at once, and serves later ones', async () => {
    const { run: queue } = createFairQueue({
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 1,
      waitingOfOne: 1,
      longest: 20,
      strangersEvery,
    });
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const served: string[] = [];
    const ask = (key: string, work: () => Promise<void>) =>
      queue(stranger(key), () => {
        served.push(key);
        return work();
      });
    const working = ask('slow', () => gate);
    await expect(ask('ann', async () => undefined)).rejects.toThrow(TooBusy);
    const next = ask('bob', async () => undefined);
    open();
    await Promise.all([working, next]);
    expect(served).toStrictEqual(['slow', 'bob']);
  });

  it('leaves less time to wait to a request that has already taken some of it', async () => {
    let age = 0;
    const bounds = {
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 9,
      waitingOfOne: 9,
      longest: 60_000,
      strangersEvery,
    };
    const { run: queue } = createFairQueue(bounds, undefined, () => age);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const working = queue(stranger('ann'), () => gate);
    const young = queue(stranger('bob'), async () => 'served');
    age = 59_980;
    await expect(queue(stranger('cyd'), async () => undefined)).rejects.toThrow(TooBusy);
    open();
    await working;
    await expect(young).resolves.toBe('served');
    age = 61_000;
    await expect(queue(stranger('cyd'), async () => 'a free place')).resolves.toBe('a free place');
  });

  it('leaves a third of the time for waiting while work needs all of it, and more once work is fast, even after a freeze', async () => {
    let time = 0;
    const bounds = {
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 9,
      waitingOfOne: 9,
      longest: 500,
      strangersEvery,
    };
    const { run: queue } = createFairQueue(bounds, () => time);
    /** Works for so long by the clock, and until the gate opens. */
    const work = (milliseconds: number, gate = Promise.resolve()) =>
      queue(stranger('ann'), async () => {
        await gate;
        time += milliseconds;
      });
    /** Asks while another one is at work, who ends after so many milliseconds. */
    const askMeanwhile = async (milliseconds: number): Promise<void> => {
      const gate = setTimeout(milliseconds);
      const other = work(10, gate);
      try {
        await work(10);
      } finally {
        await other;
      }
    };
    // The process was frozen for a minute.
    await work(60_000);
    await expect(askMeanwhile(300)).rejects.toThrow(TooBusy);
    await expect(askMeanwhile(300)).resolves.toBeUndefined();
    for (let slow = 0; slow < 4; slow += 1) await work(60_000);
    await expect(askMeanwhile(50)).resolves.toBeUndefined();
  });

  it('begins no long work for a request that has taken too long already, and asks no one to come back for good', async () => {
    let [time, age] = [0, 0];
    const bounds = {
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 9,
      waitingOfOne: 9,
      longest: 1_200,
      strangersEvery,
    };
    const { run: queue } = createFairQueue(
      bounds,
      () => time,
      () => age,
    );
    const work = (milliseconds: number) =>
      queue(stranger('ann'), async () => {
        time += milliseconds;
      });
    for (let slow = 0; slow < 4; slow += 1) await work(1_100);
    age = 500;
    await expect(work(10)).rejects.toThrow(TooBusy);
    await expect(work(10)).rejects.toThrow(TooBusy);
    time += 1_000;
    await expect(work(10)).resolves.toBeUndefined();
  });

  it('sets no timer to a time before now for a request that is older than the longest wait', async () => {
    const bounds = { atOnce: 1, strangersAtOnce: 1, waiting: 9, waitingOfOne: 9, longest, strangersEvery };
    const { run: queue } = createFairQueue(
      bounds,
      () => 0,
      () => longest + 1,
    );
    const gate = setTimeout(20);
    const first = queue(stranger('ann'), () => gate);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await expect(queue(stranger('bob'), async () => undefined)).rejects.toThrow(TooBusy);
    const waits = timers.mock.calls.map(([, milliseconds]) => milliseconds);
    timers.mockRestore();
    expect(waits).toEqual([0]);
    await first;
  });

  it('limits requests that wait or run, per key and in all, from their start, and keeps places for known people', () => {
    const bounds = { atOnce: 1, strangersAtOnce: 1, waiting: 2, waitingOfOne: 1, longest, strangersEvery };
    const { enter } = createFairQueue(bounds);
    const leave = enter(stranger('a'));
    enter(stranger('a'));
    expect(() => enter(stranger('a'))).toThrow(TooBusy);
    enter(stranger('b'));
    expect(() => enter(stranger('c'))).toThrow(TooBusy);
    expect(enter({ key: 'ann', known: true })).toBeTypeOf('function');
    leave();
    expect(enter(stranger('a'))).toBeTypeOf('function');
  });

  it('continues after work that failed', async () => {
    const { run: queue } = createFairQueue({
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 3,
      waitingOfOne: 2,
      longest,
      strangersEvery,
    });
    const failing = queue(stranger('ann'), () => Promise.reject(new Error('no')));
    const next = queue(stranger('bob'), async () => 'done');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});
