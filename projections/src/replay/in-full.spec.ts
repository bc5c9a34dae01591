import type { EventBatch, RecordedEvent } from '@groundswell/platform/event-store';
import { describe, expect, it } from 'vitest';
import { inFull } from './in-full.js';

/** A batch of a number of events, the last of which is at a position. */
const batch = (commit: bigint, events: number): EventBatch => ({
  events: Array.from({ length: events }, () => ({}) as RecordedEvent),
  position: { commit, prepare: commit },
});

async function* give(items: readonly (EventBatch | Error)[]): AsyncGenerator<EventBatch> {
  for (const item of items) {
    if (item instanceof Error) throw item;
    yield item;
  }
}

/** For each resulting batch: its events, and where it ended. */
const joined = async (items: readonly (EventBatch | Error)[], size: number) => {
  const seen: string[] = [];
  try {
    for await (const { events, position } of inFull(give(items), size)) {
      seen.push(`${events.length} to ${position.commit}`);
    }
  } catch (failure) {
    seen.push(String(failure));
  }
  return seen;
};

describe('reading in full batches', () => {
  it('joins what comes in pieces, and gives the rest at the end', async () => {
    const pieces = [batch(1n, 1), batch(3n, 2), batch(4n, 1), batch(9n, 3), batch(10n, 1)];
    expect(await joined(pieces, 4)).toEqual(['4 to 4', '4 to 10']);
    expect(await joined([...pieces, batch(12n, 0)], 4)).toEqual(['4 to 4', '4 to 10', '0 to 12']);
  });

  it('gives what is full already as it comes', async () => {
    expect(await joined([batch(5n, 5), batch(6n, 1)], 4)).toEqual(['5 to 5', '1 to 6']);
  });

  it('gives what came before a failure, then fails', async () => {
    expect(await joined([batch(2n, 2), new Error('lost')], 4)).toEqual(['2 to 2', 'Error: lost']);
  });

  it('has nothing to give of nothing', async () => {
    expect(await joined([], 4)).toEqual([]);
  });
});
