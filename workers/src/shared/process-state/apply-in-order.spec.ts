import type { EventBatch, RecordedEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import { applyInOrder } from './apply-in-order.js';

/** One event at a position. */
const at = (position: number): EventBatch => ({
  events: [{ id: String(position) } as RecordedEvent],
  position: { commit: BigInt(position), prepare: BigInt(position) },
});
const many = (count: number): EventBatch => ({ ...at(count), events: Array(count).fill(at(1).events[0]) });

/** Applies when told to. */
const open = ({ isLive = true } = {}) => {
  const applied: { ids: string[]; position: bigint }[] = [];
  const pauses: (() => void)[] = [];
  let finish: ((fault?: Error) => void) | undefined;
  const applying = applyInOrder({
    apply: ({ events, position }) =>
      new Promise((resolve, reject) => {
        finish = (fault) => (fault ? reject(fault) : resolve());
        applied.push({ ids: events.map(({ id }) => id), position: position.commit });
      }),
    pause: () => new Promise((resolve) => void pauses.push(resolve)),
    isLive: () => isLive,
    signal: new AbortController().signal,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...applying,
    applied,
    pauses,
    async end(fault?: Error) {
      finish?.(fault);
      await settle();
    },
    async endPause() {
      pauses.shift()?.();
      await settle();
    },
  };
};

describe('batches', () => {
  it('are applied in order, and those that come meanwhile together', async () => {
    const applying = open();
    for (const position of [1, 2, 3]) await applying.add(at(position));
    expect(applying.applied).toEqual([{ ids: ['1'], position: 1n }]);
    await applying.end();
    await applying.add(at(4));
    expect(applying.applied).toHaveLength(1);
    await applying.endPause();
    expect(applying.applied.slice(1)).toEqual([{ ids: ['2', '3', '4'], position: 4n }]);
  });

  it('are applied at once when nothing came for a while', async () => {
    const applying = open();
    await applying.add(at(1));
    await applying.end();
    await applying.endPause();
    await applying.add(at(2));
    expect(applying.applied.map(({ position }) => position)).toEqual([1n, 2n]);
  });

  it('are not gathered while history is read', async () => {
    const applying = open({ isLive: false });
    await applying.add(at(1));
    await applying.add(at(2));
    await applying.end();
    expect([applying.pauses.length, applying.applied.length]).toEqual([0, 2]);
  });

  it('wait for those before them when many are waiting', async () => {
    const applying = open({ isLive: false });
    await applying.add(at(1));
    let added = false;
    const adding = applying.add(many(1_000)).then(() => {
      added = true;
    });
    await applying.end();
    expect(added).toBe(false);
    await applying.end();
    await adding;
    expect(applying.applied).toHaveLength(2);
  });

  it('are applied no more once one has failed', async () => {
    const applying = open();
    await applying.add(at(1));
    await applying.add(at(2));
    const done = applying.done().catch((fault: Error) => fault.message);
    await applying.end(new Error('the database is away'));
    expect(await done).toBe('the database is away');
    expect(applying.failed.aborted).toBe(true);
    await expect(applying.add(at(3))).rejects.toThrow('the database is away');
    expect(applying.applied).toHaveLength(1);
  });

  it('are done when the last was applied', async () => {
    const applying = open();
    await applying.add(at(1));
    await applying.add(at(2));
    let isDone = false;
    const done = applying.done().then(() => {
      isDone = true;
    });
    await applying.end();
    await applying.endPause();
    expect(isDone).toBe(false);
    await applying.end();
    await applying.endPause();
    await done;
  });
});
