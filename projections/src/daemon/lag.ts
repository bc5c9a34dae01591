import { setTimeout } from 'node:timers/promises';
import {
  type EventStore,
  EventStoreTimeout,
  hasReached,
  type Position,
} from '@groundswell/platform/event-store';
import type { ReadModel } from '@groundswell/platform/read-store';

/** How far a read model is behind the log. */
export interface Lag {
  /** Number of waiting events that concern it, counted up to `mostCounted`. */
  readonly events: number;
  /** Age of the oldest waiting event. */
  readonly seconds: number;
}

/** Waiting events are counted up to this number; beyond it, "at least" is reported. */
export const mostCounted = 1_000;
const none: Lag = { events: 0, seconds: 0 };
/**
 * Timeout for reading the waiting events, in milliseconds. A reading would otherwise continue across lost
 * connections forever.
 */
const patience = 5_000;

/**
 * Counts waiting events: positions are sparse, so their difference means nothing. `known` is the log's head,
 * if known.
 * @throws EventStoreTimeout, EventStoreUnavailable, UnreadableEvent
 */
export const lagOf = async (
  eventStore: EventStore,
  model: ReadModel,
  after: Position | undefined,
  now: Date,
  known?: Position,
): Promise<Lag> => {
  const head = known ?? (await eventStore.head());
  if (!head || (after && hasReached(after, head))) return none;
  const stopping = new AbortController();
  const late = setTimeout(patience, undefined, { signal: stopping.signal }).then(() => {
    throw new EventStoreTimeout(patience);
  });
  try {
    return await Promise.race([counted(eventStore, model, after, now, stopping.signal), late]);
  } finally {
    late.catch(() => undefined);
    stopping.abort();
  }
};

const counted = async (
  eventStore: EventStore,
  { categories }: ReadModel,
  after: Position | undefined,
  now: Date,
  signal: AbortSignal,
): Promise<Lag> => {
  let events = 0;
  let oldest: Date | undefined;
  for await (const batch of eventStore.readAll({ after, categories, batchSize: 250, signal })) {
    events += batch.events.length;
    oldest ??= batch.events[0]?.recordedAt;
    if (events >= mostCounted) break;
  }
  const seconds = oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0;
  return { events: Math.min(events, mostCounted), seconds: Math.round(seconds) };
};
