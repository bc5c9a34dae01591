import type { FundingEvent } from '@groundswell/broker';
import { describe, expect, it } from 'vitest';
import { pauseAfter } from '../steps/back-off.js';
import { inBatches } from './batches.js';
import { EarlyMessages } from './early-messages.js';

describe('what comes one by one', () => {
  it('is handed over together with what has come meanwhile, in order, and whole', async () => {
    async function* numbers() {
      for (let number = 0; number < 100; number += 1) yield number;
    }
    const batches: number[][] = [];
    for await (const batch of inBatches(numbers(), 10)) {
      batches.push(batch);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(batches.flat()).toEqual(Array.from({ length: 100 }, (_, number) => number));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(10);
  });

  it('ends as its source ends, with a fault, too', async () => {
    async function* broken() {
      yield 1;
      throw new Error('cut');
    }
    const seen: number[] = [];
    const reading = (async () => {
      for await (const batch of inBatches(broken(), 10)) seen.push(...batch);
    })();
    await expect(reading).rejects.toThrow('cut');
    expect(seen).toEqual([1]);
  });
});

describe('the pause after a failure', () => {
  const patience = { first: 1_000, most: 60_000, parkAfter: 0 };

  it('doubles up to the longest, and half of it is chance', () => {
    expect([1, 2, 3, 7, 1_000].map((failures) => pauseAfter(failures, patience, 1))).toEqual([
      1_000, 2_000, 4_000, 60_000, 60_000,
    ]);
    expect(pauseAfter(3, patience, 0)).toBe(2_000);
  });
});

describe('what the broker spoke of too early', () => {
  it('is remembered once, and not for ever', () => {
    const early = new EarlyMessages();
    const [queued, sent] = ['QUEUED', 'SENT'].map((statusTo) => ({ statusTo }) as FundingEvent);
    early.add('a', queued as FundingEvent);
    early.add('a', sent as FundingEvent);
    early.add('b');
    expect([early.take('a'), early.take('a'), early.take('b')]).toEqual([[queued, sent], undefined, []]);
    early.add('first', queued as FundingEvent);
    for (let count = 0; count < 10_000; count += 1) early.add(String(count), sent as FundingEvent);
    expect(early.take('first')).toBeUndefined();
    expect(early.take('9999')).toEqual([sent]);
  });
});
