import { type EventStore, hasReached, type Position } from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';

/** How far behind the log a read model is. */
export interface Lag {
  /** Its own events that wait; counted up to `mostCounted`. */
  readonly events: number;
  /** Age of the first that waits. */
  readonly seconds: number;
}

/** Of those that wait, as many are counted: more are said to be so many at least. */
export const mostCounted = 1_000;
const none: Lag = { events: 0, seconds: 0 };

/** Counts what waits: positions are sparse, so their difference says nothing. `known` is the log's head, if known. */
export const lagOf = async (
  eventStore: EventStore,
  model: ReadModel,
  after: Position | undefined,
  now: Date,
  known?: Position,
): Promise<Lag> => {
  const head = known ?? (await eventStore.head());
  if (!head || (after && hasReached(after, head))) return none;
  let events = 0;
  let oldest: Date | undefined;
  for await (const batch of eventStore.readAll({ after, categories: model.categories, batchSize: 250 })) {
    events += batch.events.length;
    oldest ??= batch.events[0]?.recordedAt;
    if (events >= mostCounted) break;
  }
  const seconds = oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0;
  return { events: Math.min(events, mostCounted), seconds: Math.round(seconds) };
};
