import { describe, expect, it } from 'vitest';
import { backOff } from './back-off.js';

/** Pauses after a number of failed attempts; `reset` before the given one. */
const pausesOf = async (attempts: number, random: number, reset?: number): Promise<number[]> => {
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  const waiting = backOff({ first: 100, most: 1_000, random: () => random, pause });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (attempt === reset) waiting.reset();
    await waiting.wait();
  }
  return pauses;
};

describe('a back-off', () => {
  it('doubles its pauses up to the longest', async () => {
    expect(await pausesOf(6, 1)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('makes half of each pause random', async () => {
    expect(await pausesOf(3, 0)).toEqual([50, 100, 200]);
  });

  it('starts over once an attempt succeeded', async () => {
    expect(await pausesOf(5, 1, 4)).toEqual([100, 200, 400, 100, 200]);
  });

  it('ends a pause when the signal aborts', async () => {
    const ending = new AbortController();
    const waiting = backOff({ first: 60_000, most: 60_000 }).wait(ending.signal);
    ending.abort();
    await waiting;
  });
});
