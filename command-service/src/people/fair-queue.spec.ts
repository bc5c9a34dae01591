import { setImmediate } from 'node:timers/promises';
import { TooBusy } from '@groundswell/platform';
import { describe, expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.js';

describe('a queue that is fair', () => {
  it('serves who comes alone after one of a flood, and each key in order', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 40, waitingOfOne: 20 });
    const served: string[] = [];
    const ask = (key: string, name: string) =>
      queue(key, async () => {
        served.push(name);
        await setImmediate();
      });
    const flood = Array.from({ length: 6 }, (_, index) => ask('flood', `flood ${index}`));
    await Promise.all([...flood, ask('ann', 'ann')]);
    expect(served).toStrictEqual(['flood 0', 'flood 1', 'ann', 'flood 2', 'flood 3', 'flood 4', 'flood 5']);
  });

  it('refuses the flood beyond its share, and nobody else until all places are taken', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 3, waitingOfOne: 2 });
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const ask = (key: string) => queue(key, () => gate);
    const taken = [ask('flood'), ask('flood'), ask('flood')];
    await expect(ask('flood')).rejects.toThrow(TooBusy);
    taken.push(ask('ann'));
    await expect(ask('bob')).rejects.toThrow(TooBusy);
    open();
    await Promise.all(taken);
    await expect(ask('bob')).resolves.toBeUndefined();
  });

  it('goes on after work that failed', async () => {
    const queue = createFairQueue({ atOnce: 1, waiting: 3, waitingOfOne: 2 });
    const failing = queue('ann', () => Promise.reject(new Error('no')));
    const next = queue('bob', async () => 'done');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
  });
});
