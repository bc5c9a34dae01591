import { connectEventStore } from '@groundswell/platform/event-store';
import { type HistoryOptions, history } from './history.js';

export interface Appended {
  readonly events: number;
  readonly seconds: number;
}

/** Requests that are handed to the client before the first of them is answered. */
const ahead = 40;

/** Writes a made-up history into an event store, in its order. */
export const appendHistory = async (
  eventStoreUrl: string,
  options: HistoryOptions & { readonly onProgress?: (events: number) => void },
): Promise<Appended> => {
  const eventStore = connectEventStore({ url: eventStoreUrl, persistence: 60_000 });
  const started = performance.now();
  const underWay = new Map<string, Promise<unknown>>();
  let events = 0;
  try {
    for (const { stream, expectedRevision, events: some } of history(options)) {
      // One stream's requests build on each other; those of others need not wait.
      await underWay.get(stream);
      const answer = eventStore.append(stream, some, { expectedRevision });
      // Awaited below; a fault that comes earlier must not count as unheard.
      answer.catch(() => undefined);
      underWay.delete(stream);
      underWay.set(stream, answer);
      events += some.length;
      if (underWay.size < ahead) continue;
      const [oldest] = underWay;
      await oldest?.[1];
      underWay.delete(oldest?.[0] ?? '');
      if (events % 50_000 < some.length) options.onProgress?.(events);
    }
    await Promise.all(underWay.values());
    return { events, seconds: (performance.now() - started) / 1_000 };
  } finally {
    await eventStore.dispose();
  }
};
