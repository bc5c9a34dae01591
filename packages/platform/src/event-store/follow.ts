import type { EventStoreDBClient } from '@eventstore/db-client';
import { streamCategories } from '@groundswell/contracts';
import { backOff } from '../time/back-off.js';
import { UnreadableEvent } from './errors.js';
import {
  type Followed,
  type FollowProgress,
  followOnce,
  headBeyond,
  marked,
  mostMoves,
  moved,
  type Reading,
} from './follow-once.js';
import type { Batches, Ending, LiveFeeds } from './live-feed.js';
import type { LogMark, Position } from './types.js';

export interface FollowOptions extends Reading {
  readonly after: Position | undefined;
  /** See `SubscribeOptions.mark`. */
  readonly mark?: LogMark | undefined;
  readonly onDisconnected: (cause: Error) => void;
  /** Where those meet who have caught up: one connection brings the newest to all of them. */
  readonly feeds: LiveFeeds;
}

/**
 * Batches in order, without end, over any number of connections. The next batch is requested once the last
 * one was handled, so a loss resumes from there. Throws only on an event that cannot be read, and on a log
 * that is shorter than what was read of it.
 */
export async function* follow(client: EventStoreDBClient, options: FollowOptions): AsyncGenerator<Followed> {
  const { signal } = options;
  const pause = backOff();
  const { after, mark } = options;
  const untilFurther = pauseUntilFurther(signal);
  const progress: FollowProgress = { position: after, told: after, mark, phase: 'history', moves: mostMoves };
  while (!signal?.aborted) {
    const ending = yield* catchUp(client, progress, options, pause.reset);
    if (signal?.aborted) return;
    const lost = ending === 'caught up' ? yield* takeFromFeed(client, progress, options) : ending;
    if (signal?.aborted) return;
    if (lost === 'read on') {
      await untilFurther(progress);
      continue;
    }
    options.onDisconnected(lost);
    await pause.wait(signal);
  }
}

/** Pauses longer each time that nothing new was read: before an event that another follower cannot read it would spin. */
const pauseUntilFurther = (signal: AbortSignal | undefined) => {
  const pause = backOff();
  let furthest = -1n;
  return async ({ position }: FollowProgress): Promise<void> => {
    const commit = position?.commit ?? -1n;
    if (commit > furthest) {
      furthest = commit;
      pause.reset();
    } else await pause.wait(signal);
  };
};

/** Reads up to the current end, over its own connection. */
async function* catchUp(
  client: EventStoreDBClient,
  progress: FollowProgress,
  options: FollowOptions,
  onHeard: () => void,
): AsyncGenerator<Followed, Error | 'caught up'> {
  const head = await headBeyond(client, progress);
  if (head instanceof Error) return head;
  if (options.signal?.aborted) return 'caught up';
  return yield* followOnce(client, progress, head, options, onHeard);
}

/** Reads from now on, over the connection that all followers share. */
async function* takeFromFeed(
  client: EventStoreDBClient,
  progress: FollowProgress,
  options: FollowOptions,
): AsyncGenerator<Followed, Ending> {
  const { feed, leave } = options.feeds.join(client, progress.position, (signal) =>
    newest(client, { ...progress, phase: 'live' }, { ...options, categories: streamCategories, signal }),
  );
  const ours = new Set(options.categories.map((category) => `${category}-`));
  try {
    for (;;) {
      const taken = await feed.take(progress.position, options.batchSize, options.signal);
      if (taken === 'read on' || taken instanceof Error) return taken;
      const events = taken.events.filter(({ stream }) => ours.has(stream.slice(0, stream.indexOf('-') + 1)));
      const last = taken.events.at(-1);
      const batch = await marked(client, progress, moved(progress, events, taken.position), last);
      if (batch) yield { batch, caughtUp: false };
    }
  } finally {
    leave();
  }
}

/** All that comes after a place, until the connection is lost. */
async function* newest(client: EventStoreDBClient, progress: FollowProgress, reading: Reading): Batches {
  try {
    const head = await headBeyond(client, progress);
    if (head instanceof Error) return head;
    if (reading.signal?.aborted) return 'read on';
    const once = followOnce(client, progress, head, reading, () => undefined);
    let next = await once.next();
    for (; !next.done; next = await once.next()) if (next.value.batch) yield next.value.batch;
    // One that fell behind and caught up again does not tell how far it has come.
    return next.value === 'caught up' ? 'read on' : next.value;
  } catch (fault) {
    // It may concern no one who has joined: each finds out by a connection of its own.
    if (fault instanceof UnreadableEvent) return 'read on';
    throw fault;
  }
}
