import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { oneAhead } from './one-ahead.js';

const patience = { timeout: 20_000 };

/** Notes what is asked for, and whether it was told that no more is wanted. */
const source = (items: readonly (number | Error)[]) => {
  const asked: number[] = [];
  const state = { closed: false };
  async function* give() {
    try {
      for (const item of items) {
        if (item instanceof Error) throw item;
        asked.push(item);
        yield item;
      }
    } finally {
      state.closed = true;
    }
  }
  return { asked, state, items: give() };
};

describe('reading one ahead', () => {
  it('gives everything in order, and has asked for exactly one more than is being handled', async () => {
    const { asked, items } = source([1, 2, 3, 4]);
    const seen: number[] = [];
    for await (const item of oneAhead(items)) {
      seen.push(item);
      await expect.poll(() => asked.length, patience).toBe(Math.min(item + 1, 4));
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      expect(asked.length).toBe(Math.min(item + 1, 4));
    }
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('passes a failure on in its place, after all that came before it', async () => {
    const seen: number[] = [];
    const read = async () => {
      for await (const item of oneAhead(source([1, 2, new Error('lost')]).items)) seen.push(item);
    };
    await expect(read()).rejects.toThrow('lost');
    expect(seen).toEqual([1, 2]);
  });

  it('tells the source when no more is wanted', async () => {
    const { state, items } = source([1, 2, 3]);
    for await (const item of oneAhead(items)) if (item === 1) break;
    await expect.poll(() => state.closed, patience).toBe(true);
  });
});
