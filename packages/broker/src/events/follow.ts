import type { z } from 'zod';
import { BrokerError } from '../broker-error.js';
import type { Connection } from '../connection.js';
import { atMost, earlier, RecentIds } from './cursor.js';
import { createSseReader, type SsePart } from './sse.js';

/**
 * Items of a stream. `event`: something happened; may repeat after a restart, and not always in order. `gap`:
 * messages are missing or unreadable; read the state itself to learn what they held. `connected`: from here
 * on nothing is missed except in gaps.
 */
export type StreamItem<E> =
  | { readonly kind: 'event'; readonly event: E }
  | { readonly kind: 'gap'; readonly why: string }
  | { readonly kind: 'connected' };

/** A cursor before everything. */
export const beginningOfEvents = '0'.repeat(26);

export interface FollowOptions {
  /** Highest id of the events that were dealt with, or `beginningOfEvents`; without it the stream begins now. */
  readonly after?: string | undefined;
  /** Ends the stream. */
  readonly signal: AbortSignal;
  /** Milliseconds before `after` that are read again. */
  readonly overlap?: number;
  /** Milliseconds without any sign of life, heartbeats included, after which the connection is given up. */
  readonly patience?: number;
  /** Called for each fault that forces a reconnection. */
  readonly onTrouble?: (error: BrokerError) => void;
}

interface Source<T extends z.ZodType> {
  readonly path: string;
  /** The name of the cursor in the query. */
  readonly since: string;
  readonly schema: T;
}

const rememberedIds = 10_000;
const dropped = /dropped (\d+) messages?/i;

/** Reads a stream to its end. @throws BrokerError when it breaks, or is silent for too long */
async function* partsOf(
  connection: Connection,
  {
    path,
    query,
    signal,
    patience,
  }: { path: string; query: Record<string, string>; signal: AbortSignal; patience: number },
): AsyncGenerator<SsePart> {
  const silence = new AbortController();
  const either = AbortSignal.any([signal, silence.signal]);
  const body = (await connection.open(path, query, either)).getReader();
  // The signal that was handed to fetch does nothing any more once its request was collected as garbage (Node 20).
  const leave = () => void body.cancel(either.reason).catch(() => undefined);
  either.addEventListener('abort', leave);
  const decoder = new TextDecoder();
  const take = createSseReader();
  const giveUp = () => silence.abort(new Error('silent'));
  let timer = setTimeout(giveUp, patience);
  try {
    for (;;) {
      const { done, value } = await body.read();
      either.throwIfAborted();
      if (done) return;
      clearTimeout(timer);
      yield* take(decoder.decode(value, { stream: true }));
      timer = setTimeout(giveUp, patience);
    }
  } catch (cause) {
    signal.throwIfAborted();
    const message = silence.signal.aborted ? 'the stream went silent' : 'the stream broke off';
    throw new BrokerError(message, { kind: 'unavailable', cause });
  } finally {
    clearTimeout(timer);
    silence.abort(new Error('left'));
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** One stream, followed over any number of connections. */
export class Follower<T extends z.ZodType<{ readonly id: string }>> {
  private readonly recent = new RecentIds(rememberedIds);
  private cursor: string | undefined;
  private failures = 0;

  constructor(
    private readonly connection: Connection,
    private readonly source: Source<T>,
    private readonly options: FollowOptions,
  ) {
    this.cursor = options.after;
  }

  /**
   * Ends when the signal aborts. @throws BrokerError when the broker refuses, so that retrying would not help
   */
  async *items(): AsyncGenerator<StreamItem<z.output<T>>> {
    const { signal } = this.options;
    while (!signal.aborted) {
      try {
        yield* this.connectionsItems();
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof BrokerError) || error.kind === 'refused') throw error;
        this.options.onTrouble?.(error);
      }
      await this.rest();
    }
  }

  /** Waits before the next connection: longer after each connection that brought nothing. */
  private async rest(): Promise<void> {
    this.failures += 1;
    await this.connection.pacing.backOff(this.failures, this.options.signal).catch(() => {});
  }

  private async *connectionsItems(): AsyncGenerator<StreamItem<z.output<T>>> {
    const { signal, patience = 60_000, overlap = 120_000 } = this.options;
    const query = this.cursor === undefined ? {} : { [this.source.since]: earlier(this.cursor, overlap) };
    let connected = false;
    for await (const part of partsOf(this.connection, { path: this.source.path, query, signal, patience })) {
      this.failures = 0;
      if (!connected) yield { kind: 'connected' };
      connected = true;
      if ('data' in part) yield* this.itemsOf(part.data);
      else if (dropped.test(part.comment)) {
        yield { kind: 'gap', why: part.comment };
        // With a cursor the next connection repeats what was left out.
        if (this.cursor !== undefined) return;
      }
    }
  }

  private *itemsOf(data: string): Generator<StreamItem<z.output<T>>> {
    const message = this.source.schema.safeParse(parsed(data));
    if (!message.success) {
      yield { kind: 'gap', why: 'a message has an unexpected shape' };
      return;
    }
    const event = message.data;
    const reached = atMost(event.id, this.connection.now());
    if (this.cursor === undefined || reached > this.cursor) this.cursor = reached;
    if (this.recent.add(event.id)) yield { kind: 'event', event };
  }
}
