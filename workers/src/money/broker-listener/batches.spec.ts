import type { FundingEvent } from '@groundswell/broker';
import { describe, expect, it } from 'vitest';
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

describe('a message from the broker that came too early', () => {
  it('is remembered once, and not forever', () => {
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
