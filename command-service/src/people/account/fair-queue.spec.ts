import { setImmediate } from 'node:timers/promises';
import { TooBusy } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.js';

const longest = 60_000;

const stranger = (key: string) => ({ key, known: false });

describe('a queue that is fair', () => {
  it('serves who is known before all strangers, from however many networks they come, and keeps their places', async () => {
    const queue = createFairQueue({ atOnce: 2, strangersAtOnce: 1, waiting: 3, waitingOfOne: 2, longest });
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

  it('serves who comes alone after one of a flood, and each key in order', async () => {
    const queue = createFairQueue({ atOnce: 1, strangersAtOnce: 1, waiting: 40, waitingOfOne: 20, longest });
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

  it('refuses the flood beyond its share, and nobody else until all places are taken', async () => {
    const queue = createFairQueue({ atOnce: 1, strangersAtOnce: 1, waiting: 3, waitingOfOne: 2, longest });
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

  it('refuses who has waited too long, whose place is free at once, and serves who came later', async () => {
    const queue = createFairQueue({
      atOnce: 1,
      strangersAtOnce: 1,
      waiting: 1,
      waitingOfOne: 1,
      longest: 20,
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

  it('goes on after work that failed', async () => {
    const queue = createFairQueue({ atOnce: 1, strangersAtOnce: 1, waiting: 3, waitingOfOne: 2, longest });
    const failing = queue(stranger('ann'), () => Promise.reject(new Error('no')));
    const next = queue(stranger('bob'), async () => 'done');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});
