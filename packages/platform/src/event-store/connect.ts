import { setTimeout } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { type DomainEvent, streamCategories } from '@groundswell/contracts';
import type { Log } from '../logging/log.js';
import { timeLimits } from '../network/time-limits.js';
import { appendTo } from './append.js';
import { openConnection } from './connection.js';
import { follow } from './follow.js';
import { LiveFeeds } from './live-feed.js';
import { type LogGate, openLogGate } from './log-gate.js';
import { hasReached } from './position.js';
import { headOf, readStoredLogOf, readStoredStreamOf, readStreamOf } from './read.js';
import { goesOnIn, identityOf, seenIn } from './recognize.js';
import type {
  EventBatch,
  EventStore,
  LogId,
  LogMark,
  Position,
  ReadAllOptions,
  RecordedEvent,
  SubscribeOptions,
} from './types.js';

/** Events in a batch unless the caller says. */
const usualBatch = 500;

export interface EventStoreOptions {
  readonly url: string;
  readonly logger?: Log;
  /** Milliseconds for which a safe append keeps coming back to a store that is unreachable. */
  readonly persistence?: number;
  /** Which log is expected, while one is: into another nothing is appended. */
  readonly expected?: () => Promise<LogId | undefined>;
}

/** For callers that expect no particular log. */
const noGate: LogGate = { pass: async () => undefined, close: () => undefined };

/**
 * The client of the event store. Connects when first used, so that a service starts while the store is still away.
 * @param options.url of one node or of a cluster, as `parseEventStoreAddress` has it
 * @throws FatalFault when the address is wrong, or names a file that cannot be read
 */
export const connectEventStore = ({ url, logger, persistence, expected }: EventStoreOptions): EventStore => {
  const connection = openConnection(url);
  const gate = expected ? openLogGate(connection, expected) : noGate;
  const stopped = new AbortController();
  const feeds = new LiveFeeds();
  const explained = (failure: unknown): Promise<never> =>
    connection.explain(failure).then((reason) => {
      throw reason;
    });
  /** Uses the client that is current at the time of the call. */
  const now =
    <Asked extends readonly unknown[], Answer>(
      of: (client: EventStoreDBClient) => (...asked: Asked) => Promise<Answer>,
    ) =>
    (...asked: Asked): Promise<Answer> =>
      of(connection.client)(...asked).catch(explained);
  const append = appendTo(connection, persistence, undefined, gate.pass);

  return {
    append: (...appending) => append(...appending).catch(explained),
    readStream: <E extends DomainEvent>(stream: string, from?: bigint) =>
      readStreamOf(connection.client)<E>(stream, from).catch(explained),
    readStoredStream: now(readStoredStreamOf),
    readStoredLog: (from) => readStoredLogOf(connection.client)(from),
    head: now(headOf),
    expectLog: () => gate.pass().catch(explained),
    identity: now(identityOf),
    goesOn: now(goesOnIn),
    readAll: (options) => readAll(connection.client, options ?? {}, feeds, logger),
    async subscribe(options: SubscribeOptions) {
      const { name, onBatch, onCaughtUp, onDisconnected } = options;
      const batches = follow(connection.client, {
        after: options.after,
        mark: options.mark,
        categories: options.categories,
        batchSize: options.batchSize ?? usualBatch,
        livenessInterval: options.livenessInterval ?? timeLimits.liveness,
        signal: AbortSignal.any([options.signal, stopped.signal]),
        feeds,
        onDisconnected(cause) {
          logger?.warn({ subscription: name, cause: cause.message }, 'subscription lost, opening it again');
          onDisconnected?.(cause);
        },
      });
      for await (const { caughtUp, batch } of batches) {
        if (batch) await onBatch(batch);
        if (caughtUp) await onCaughtUp?.();
      }
    },
    async dispose() {
      stopped.abort();
      gate.close();
      // A silent store does not answer the goodbye.
      await Promise.race([connection.dispose(), setTimeout(timeLimits.farewell, undefined, { ref: false })]);
    },
  };
};

async function* readAll(
  client: EventStoreDBClient,
  { after, mark, until, categories = streamCategories, batchSize = usualBatch, signal }: ReadAllOptions,
  feeds: LiveFeeds,
  logger: Log | undefined,
): AsyncGenerator<EventBatch> {
  const batches = follow(client, {
    after,
    mark,
    categories,
    batchSize,
    livenessInterval: timeLimits.liveness,
    signal,
    feeds,
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
