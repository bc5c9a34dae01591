import type { EventStoreDBClient } from '@eventstore/db-client';
import { asError } from '../faults.js';
import { hasReached } from './position.js';
import type { EventBatch, Position } from './types.js';

/**
 * Why a feed gives no more: its connection was lost; or the follower has to read on without it, being so far behind that
 * what came since is no longer kept, or because of an event that only those can judge whom it concerns.
 */
export type Ending = Error | 'read on';

/** Events of all streams in order, until the connection ends; then why it did. */
export type Batches = AsyncGenerator<EventBatch, Ending>;

/** Events that are always kept for slower followers; never more than twice as many, but for the newest batch. */
const mostKept = 1_000;

/** The newest of the log as one connection brings it, decoded once, for all in this process who have caught up. */
class LiveFeed {
  #kept: EventBatch['events'][number][] = [];
  /** What came at or before it is not known here. */
  #floor: Position | undefined;
  #reached: Position | undefined;
  #ending: Ending | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(start: Position | undefined, batches: Batches) {
    this.#floor = start;
    this.#reached = start;
    const end = (ending: Ending): void => {
      this.#ending = ending;
      this.#tell();
    };
    this.#keepAll(batches).then(end, (fault: unknown) => end(asError(fault)));
  }

  get hasEnded(): boolean {
    return this.#ending !== undefined;
  }

  /** Waits for events after a position. @param limit events at most */
  async take(
    after: Position | undefined,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<EventBatch | Ending> {
    while (!signal?.aborted) {
      if (!hasReached(after, this.#floor)) return 'read on';
      if (this.#reached && !hasReached(after, this.#reached)) {
        const known = this.#kept.findLastIndex(({ position }) => hasReached(after, position)) + 1;
        const events = this.#kept.slice(known, known + limit);
        const last = events.length === limit ? events.at(-1) : undefined;
        return { events, position: last?.position ?? this.#reached };
      }
      if (this.#ending) return this.#ending;
      await this.#news(signal);
    }
    return 'read on';
  }

  async #keepAll(batches: Batches): Promise<Ending> {
    for (;;) {
      const { done, value } = await batches.next();
      if (done) return value;
      this.#kept.push(...value.events);
      // Rarely: it copies what it keeps.
      if (this.#kept.length > 2 * mostKept) {
        this.#floor = this.#kept.at(-mostKept - 1)?.position;
        this.#kept = this.#kept.slice(-mostKept);
      }
      this.#reached = value.position;
      this.#tell();
    }
  }

  #tell(): void {
    for (const wake of this.#waiting) wake();
  }

  #news(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}

export interface Joined {
  readonly feed: LiveFeed;
  /** The last who leaves closes the connection. */
  leave(): void;
}

/** The feeds of a process: at most one that continues for each client. */
export class LiveFeeds {
  readonly #open = new WeakMap<
    EventStoreDBClient,
    { feed: LiveFeed; stop: AbortController; takers: number }
  >();

  /**
   * Joins the feed of a client, or opens one.
   * @param from where a new one begins, exclusive
   * @param batches what a new one brings, until the signal aborts
   */
  join(
    client: EventStoreDBClient,
    from: Position | undefined,
    batches: (signal: AbortSignal) => Batches,
  ): Joined {
    const there = this.#open.get(client);
    const stop = new AbortController();
    const mine =
      there && !there.feed.hasEnded && there.takers > 0
        ? there
        : { feed: new LiveFeed(from, batches(stop.signal)), stop, takers: 0 };
    this.#open.set(client, mine);
    mine.takers += 1;
    return {
      feed: mine.feed,
      leave() {
        mine.takers -= 1;
        if (mine.takers === 0) mine.stop.abort();
      },
    };
  }
}
