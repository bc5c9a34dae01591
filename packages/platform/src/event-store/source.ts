import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { StreamCategory } from '@groundswell/contracts';
import { createArrivals } from './arrivals.js';
import { EventStoreUnavailable } from './errors.js';
import { failureOf } from './failures.js';
import type { Position } from './types.js';

/** What one connection has delivered since it was last asked. */
export interface Taken {
  readonly events: readonly AllStreamResolvedEvent[];
  /** Everything up to here was delivered or does not match. */
  readonly position: Position | undefined;
  readonly caughtUp: boolean;
}

/** The highest position of an event. Servers use 2^64 − 1 for "nothing yet". */
const lastPlace = 2n ** 63n - 1n;

/** One open subscription. It ends once, and does not reconnect. */
export interface Source {
  /**
   * Waits until something is there, at most `patience` milliseconds: then undefined.
   * Rejects when the connection is lost, after all that came before the loss has been taken.
   */
  take(limit: number, patience: number): Promise<Taken | undefined>;
  /** Closes the subscription; a waiting `take` rejects with the reason. */
  close(reason?: Error): void;
}

type Notice = Position | 'caught up';
/** What a subscription brings: an event, or a notice between events. */
interface Item {
  readonly event?: AllStreamResolvedEvent;
  readonly notice?: Notice;
}

interface SourceOptions {
  readonly after: Position | undefined;
  readonly categories: readonly StreamCategory[];
  /** A checkpoint arrives after at most this many events that do not match. */
  readonly checkpointEvery: number;
  /** The connection is paused while this many events wait. */
  readonly buffer: number;
}

/** Puts notices behind the events they follow: they overtake those that the client still buffers. */
const inOrder = (push: (item: Item) => void) => {
  const early: { due: number; notice: Notice }[] = [];
  let received = 0;
  return {
    event(event: AllStreamResolvedEvent): void {
      received += 1;
      push({ event });
      while (early[0] && early[0].due <= received) push({ notice: early.shift()?.notice ?? 'caught up' });
    },
    /** @param buffered number of events that the client has received before it */
    notice(notice: Notice, buffered: number): void {
      const due = received + buffered;
      if (due === received) push({ notice });
      else early.push({ due, notice });
    },
  };
};

const subscribe = (
  client: EventStoreDBClient,
  { after, categories, checkpointEvery }: SourceOptions,
  onCheckpoint: (position: Position) => void,
) =>
  client.subscribeToAll({
    fromPosition: after ?? START,
    // A follower may be behind acknowledged appends, and would show an incomplete log as complete.
    requiresLeader: true,
    filter: streamNameFilter({
      // A prefix list cannot match a system stream, since those begin with `$`.
      prefixes: categories.map((category) => `${category}-`),
      maxSearchWindow: Math.min(checkpointEvery, 500),
      checkpointInterval: Math.ceil(checkpointEvery / 500),
      checkpointReached: (_, position) => onCheckpoint(position),
    }),
  });

/** Opens a subscription immediately; an unreachable store only shows when `take` rejects. */
export const openSource = (client: EventStoreDBClient, options: SourceOptions): Source => {
  const arrivals = createArrivals<Item>();
  const order = inOrder(arrivals.push);
  const subscription = subscribe(client, options, (position) => announce(position));
  const announce = (notice: Notice): void => order.notice(notice, subscription.readableLength);
  const fail = (reason: Error): void => {
    if (arrivals.end(reason)) subscription.unsubscribe().catch(() => undefined);
  };

  subscription.on('data', (event) => {
    order.event(event);
    if (arrivals.waiting >= options.buffer) subscription.pause();
  });
  subscription.on('caughtUp', () => announce('caught up'));
  // Never removed: the client reports some losses twice, and an unhandled error ends the process.
  subscription.on('error', (error) => fail(failureOf(error)));
  for (const ending of ['end', 'close'] as const) {
    subscription.on(ending, () => fail(new EventStoreUnavailable(`the subscription ended by "${ending}"`)));
  }

  return {
    async take(limit, patience) {
      const items = await arrivals.take(limit, patience);
      if (!items) return undefined;
      if (arrivals.waiting < options.buffer / 2 && subscription.isPaused()) subscription.resume();
      return gather(items);
    },
    close: (reason = new EventStoreUnavailable('closed')) => fail(reason),
  };
};

/**
 * Items as one. A checkpoint promises that everything up to it was delivered or does not match, and nothing else: it may
 * lie at the place that was asked for, before an event that came ahead of it, or nowhere at all.
 */
export const gather = (items: readonly Item[]): Taken => {
  const events: AllStreamResolvedEvent[] = [];
  let position: Position | undefined;
  let caughtUp = false;
  const reach = (place: Position | undefined): void => {
    if (!place || place.commit > lastPlace) return;
    if (!position || place.commit > position.commit) position = place;
  };
  for (const { event, notice } of items) {
    if (event) {
      events.push(event);
      reach(event.event?.position);
    } else if (notice === 'caught up') caughtUp = true;
    else reach(notice);
  }
  return { events, position, caughtUp };
};
