import { EventStoreDBClient } from '@eventstore/db-client';
import { streamCategories } from '@groundswell/contracts';
import type { Log } from '../logging/log.js';
import { timeLimits } from '../network/time-limits.js';
import { appendTo } from './append.js';
import { follow } from './follow.js';
import { hasReached } from './position.js';
import { headOf, readStoredLogOf, readStoredStreamOf, readStreamOf } from './read.js';
import { goesOnIn, identityOf, seenIn } from './recognize.js';
import type {
  EventBatch,
  EventStore,
  LogMark,
  Position,
  ReadAllOptions,
  RecordedEvent,
  SubscribeOptions,
} from './types.js';

/** Events handed over at a time when the caller does not say. */
const usualBatch = 500;

export interface EventStoreOptions {
  readonly url: string;
  readonly logger?: Log;
  /** Milliseconds for which a safe append keeps coming back to a store that is out of reach. */
  readonly persistence?: number;
}

/**
 * The client of the event store. Connects when first used, so that a service starts while the store is still away.
 * @param options.url `esdb://host:port?tls=false`, or a cluster's `esdb+discover://` address
 */
export const connectEventStore = ({ url, logger, persistence }: EventStoreOptions): EventStore => {
  const client = EventStoreDBClient.connectionString(url);
  const stopped = new AbortController();

  return {
    append: appendTo(client, persistence),
    readStream: readStreamOf(client),
    readStoredStream: readStoredStreamOf(client),
    readStoredLog: readStoredLogOf(client),
    head: headOf(client),
    identity: identityOf(client),
    goesOn: goesOnIn(client),
    readAll: (options) => readAll(client, options ?? {}, logger),
    async subscribe(options: SubscribeOptions) {
      const { name, onBatch, onCaughtUp, onDisconnected } = options;
      const batches = follow(client, {
        after: options.after,
        mark: options.mark,
        categories: options.categories,
        batchSize: options.batchSize ?? usualBatch,
        livenessInterval: options.livenessInterval ?? timeLimits.liveness,
        signal: AbortSignal.any([options.signal, stopped.signal]),
        onDisconnected(cause) {
          logger?.warn({ subscription: name, cause: cause.message }, 'subscription lost, opening it again');
          onDisconnected?.(cause);
        },
      });
      for await (const { caughtUp, batch } of batches) {
        if (batch) await onBatch(batch);
        if (caughtUp) onCaughtUp?.();
      }
    },
    async dispose() {
      stopped.abort();
      await client.dispose();
    },
  };
};

async function* readAll(
  client: EventStoreDBClient,
  { after, mark, until, categories = streamCategories, batchSize = usualBatch, signal }: ReadAllOptions,
  logger: Log | undefined,
): AsyncGenerator<EventBatch> {
  const batches = follow(client, {
    after,
    mark,
    categories,
    batchSize,
    livenessInterval: timeLimits.liveness,
    signal,
    onDisconnected: (cause) => logger?.warn({ cause: cause.message }, 'reading the log was interrupted'),
  });
  for await (const { batch, caughtUp } of batches) {
    if (batch && until && hasReached(batch.position, until)) {
      const events = batch.events.filter(({ position }) => hasReached(until, position));
      yield { events, position: until, mark: markWithin(batch.mark, events, until) };
      return;
    }
    if (batch) yield batch;
    if (caughtUp) return;
  }
}

/** The mark of a batch that was cut off: it may name an event behind the cut. */
const markWithin = (
  mark: LogMark | undefined,
  events: readonly RecordedEvent[],
  until: Position,
): LogMark | undefined => {
  const last = events.at(-1);
  if (!mark || hasReached(until, mark.seen?.position)) return mark;
  return { log: mark.log, seen: last && seenIn(last) };
};
