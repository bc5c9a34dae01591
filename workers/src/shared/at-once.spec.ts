import { describe, expect, it } from 'vitest';
import { eachAtOnce } from './at-once.js';

const items = [1, 2, 3, 4, 5, 6, 7, 8];
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('work on many at once', () => {
  it('is done on each, up to the limit at a time', async () => {
    const done: number[] = [];
    let atOnce = 0;
    let most = 0;
    await eachAtOnce(items, 3, async (item) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await turn();
      atOnce -= 1;
      done.push(item);
    });
    expect([done.sort(), most]).toEqual([items, 3]);
  });

  it('starts nothing more after the first failure, and waits for what is running', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = eachAtOnce(items, 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('the first');
      await turn();
      ended.push(item);
    });
    await expect(work).rejects.toThrow('the first');
    expect([begun, ended]).toEqual([[1, 2], [2]]);
  });

  it('throws the failure that came first', async () => {
    const work = eachAtOnce(items, 2, async (item) => {
      if (item === 1) await turn();
      throw new Error(`of ${item}`);
    });
    await expect(work).rejects.toThrow('of 2');
  });

  it('is done at once where there is nothing to do', async () => {
    await eachAtOnce([], 3, () => Promise.reject(new Error('nothing to do')));
  });
});
