import { setImmediate } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import type { StreamCategory } from '@groundswell/contracts';
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

/** Opens a subscription immediately; an unreachable store only shows when `take` rejects. */
export const openSource = (client: EventStoreDBClient, options: SourceOptions): Source => {
  const queue: Item[] = [];
  /** Notices that overtook events which the client still buffers: they wait for the event they follow. */
  const early: { due: number; notice: Notice }[] = [];
  let received = 0;
  let lost: Error | undefined;
  let wake = (): void => undefined;

  const subscription = client.subscribeToAll({
    fromPosition: options.after ?? START,
    // A follower may be behind acknowledged appends, and would show an incomplete log as complete.
    requiresLeader: true,
    filter: streamNameFilter({
      // A prefix list cannot match a system stream, since those begin with `$`.
      prefixes: options.categories.map((category) => `${category}-`),
      maxSearchWindow: Math.min(options.checkpointEvery, 500),
      checkpointInterval: Math.ceil(options.checkpointEvery / 500),
      checkpointReached: (_, position) => announce(position),
    }),
  });

  const announce = (notice: Notice): void => {
    const due = received + subscription.readableLength;
    if (due === received) push({ notice });
    else early.push({ due, notice });
  };
  const push = (item: Item): void => {
    queue.push(item);
    wake();
  };
  const fail = (reason: Error): void => {
    if (lost) return;
    lost = reason;
    wake();
    subscription.unsubscribe().catch(() => undefined);
  };

  subscription.on('data', (event) => {
    received += 1;
    push({ event });
    while (early[0] && early[0].due <= received) push({ notice: early.shift()?.notice ?? 'caught up' });
    if (queue.length >= options.buffer) subscription.pause();
  });
  subscription.on('caughtUp', () => announce('caught up'));
  // Never removed: the client reports some losses twice, and an unhandled error ends the process.
  subscription.on('error', (error) => fail(failureOf(error)));
  for (const ending of ['end', 'close'] as const) {
    subscription.on(ending, () => fail(new EventStoreUnavailable(`the subscription ended by "${ending}"`)));
  }

  const arrival = (patience: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      wake = () => {
        clearTimeout(timer);
        wake = () => undefined;
        resolve();
      };
    });

  return {
    async take(limit, patience) {
      if (queue.length === 0 && !lost) {
        await arrival(patience);
        // What arrived in one piece of the connection is delivered as one batch: its events are decoded in
        // this turn.
        await setImmediate();
      }
      if (queue.length === 0) {
        if (lost) throw lost;
        return undefined;
      }
      const items = queue.splice(0, limit);
      if (queue.length < options.buffer / 2 && subscription.isPaused()) subscription.resume();
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
