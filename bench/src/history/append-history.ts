import { connectEventStore, type EventStore } from '@groundswell/platform/event-store';
import { type HistoryOptions, history } from './history.js';
import type { Append } from './writer.js';

export interface Appended {
  readonly events: number;
  readonly seconds: number;
}

/** Requests that are handed to the client before the first of them is answered. */
const ahead = 40;

/**
 * Writes the next part of a history into an event store, in its order.
 * @param least events, unless the history ends before
 * @returns how many it was
 */
export const appendNext = async (
  eventStore: Pick<EventStore, 'append'>,
  appends: Iterator<Append>,
  least = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const underWay = new Map<string, Promise<unknown>>();
  let events = 0;
  for (let next = appends.next(); !next.done; next = appends.next()) {
    const { stream, expectedRevision, events: some } = next.value;
    // One stream's requests build on each other; those of others need not wait.
    await underWay.get(stream);
    const answer = eventStore.append(stream, some, { expectedRevision });
    // Awaited below; a fault that comes earlier must not count as unheard.
    answer.catch(() => undefined);
    underWay.delete(stream);
    underWay.set(stream, answer);
    events += some.length;
    if (events >= least) break;
    if (underWay.size < ahead) continue;
    const [oldest] = underWay;
    await oldest?.[1];
    underWay.delete(oldest?.[0] ?? '');
  }
  await Promise.all(underWay.values());
  return events;
};

/** Writes a made-up history into an event store. */
export const appendHistory = async (eventStoreUrl: string, options: HistoryOptions): Promise<Appended> => {
  const eventStore = connectEventStore({ url: eventStoreUrl, persistence: 60_000 });
  const started = performance.now();
  try {
    const events = await appendNext(eventStore, history(options));
    return { events, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await eventStore.dispose();
  }
};
