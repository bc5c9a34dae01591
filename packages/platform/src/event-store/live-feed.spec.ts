import type { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it } from 'vitest';
import { type Batches, LiveFeeds } from './live-feed.js';
import type { EventBatch, Position } from './types.js';

const place = (at: number): Position => ({ commit: BigInt(at), prepare: BigInt(at) });
const batchAt = (at: number): EventBatch => ({
  events: [{ position: place(at) }] as unknown as EventBatch['events'],
  position: place(at),
});

/** Events at positions 1 to `last`, one by one; then it waits, as a connection does. */
async function* eventsUpTo(last: number, signal: AbortSignal): Batches {
  for (let at = 1; at <= last; at += 1) yield batchAt(at);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return 'read on';
}

it('a follower gets every event, or is told to read on without the feed when some of them are no longer kept', async () => {
  const last = 5_000;
  const { feed, leave } = new LiveFeeds().join({} as EventStoreDBClient, place(0), (signal) =>
    eventsUpTo(last, signal),
  );
  await feed.take(place(last - 1), 1, undefined);

  const answers = await Promise.all(
    Array.from({ length: last }, (_, after) => feed.take(place(after), last, undefined)),
  );
  const firsts = answers.map((answer, after) =>
    'events' in Object(answer)
      ? (answer as EventBatch).events[0]?.position.commit === BigInt(after + 1)
      : answer,
  );
  const told = firsts.lastIndexOf('read on') + 1;
  expect(firsts).toEqual([...Array(told).fill('read on'), ...Array(last - told).fill(true)]);
  expect(last - told).toBeGreaterThanOrEqual(1_000);
  expect(last - told).toBeLessThanOrEqual(2_000);
  leave();
});
