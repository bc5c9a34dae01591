import { type EventStoreDBClient, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { streamCategories } from '@groundswell/contracts';
import { asStored } from './codec.js';
import { EventStoreTimeout } from './errors.js';
import { failureOf } from './failures.js';
import { compareLogs } from './log-identity.js';
import { collect, headOf } from './read.js';
import { openSource } from './source.js';
import type { LogComparison, LogId, LogPlace, SeenEvent } from './types.js';

/** Milliseconds in which the log has to name its first event. */
const patience = 10_000;

/**
 * See `EventStore.identity`. Asked of a filtered subscription: a read has no filter, and a new cluster begins with any
 * number of events of its own.
 * @throws EventStoreUnavailable, EventStoreTimeout
 */
export const identityOf = (client: EventStoreDBClient) => async (): Promise<LogId | undefined> => {
  const source = openSource(client, {
    after: undefined,
    categories: streamCategories,
    checkpointEvery: 2_000,
    buffer: 1,
  });
  try {
    for (;;) {
      const taken = await source.take(1, patience);
      if (!taken) throw new EventStoreTimeout(patience);
      const [first] = taken.events;
      if (first?.event) return first.event.id;
      if (taken.caughtUp) return undefined;
    }
  } finally {
    source.close();
  }
};

/** The event that stands at a stream's revision; undefined when there is none. */
const eventAt = async (
  client: EventStoreDBClient,
  { stream, revision }: Pick<SeenEvent, 'stream' | 'revision'>,
): Promise<Pick<SeenEvent, 'id' | 'position'> | undefined> => {
  try {
    const read = client.readStream(stream, { fromRevision: revision, maxCount: 1 });
    const [found] = await collect(read, ({ event, commitPosition }) =>
      event?.revision === revision ? asStored(event, commitPosition) : undefined,
    );
    return found && { id: found.id, position: found.position };
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return undefined;
    throw failureOf(error);
  }
};

/** See `EventStore.compare`. @throws EventStoreUnavailable, EventStoreTimeout */
export const compareWith =
  (client: EventStoreDBClient) =>
  async (place: LogPlace): Promise<LogComparison> => {
    const [log, head, atSeen] = await Promise.all([
      identityOf(client)(),
      headOf(client)(),
      place.seen ? eventAt(client, place.seen) : undefined,
    ]);
    return compareLogs(place, { log, head, atSeen });
  };
