import { Readable } from 'node:stream';
import { type Refusal, refuse } from '@groundswell/contracts';
import { type Exchange, SerialisedAnswer } from '@groundswell/platform/http';
import { endWith, interval, map, merge, type Observable, takeWhile } from 'rxjs';
import { type PlaceLimits, Places } from './places.js';

/** Text of a server-sent event stream as transmitted: one or more whole messages. */
export type Message = string;

/**
 * Maximum bytes buffered for a slow reader. Above it the stream is cut, and the reader reconnects with its last id.
 */
const mostWaiting = 64 * 1024;
/** Milliseconds between two keep-alive comments, so that no proxy takes silence for an end. */
const heartbeat = 15_000;
/** Milliseconds before a browser reconnects. */
const retry = 2_000;
/** Seconds before a refused reader may retry. */
const refusedFor = 60;

/** The first message of a stream: its reader's position. */
export const positionMessage = (id: string): Message =>
  `retry: ${retry}\nevent: position\nid: ${id}\ndata: {}\n\n`;

/** A change. Without an id, the reader keeps its previous position. */
export const changedMessage = (data: object, id: string | undefined): Message =>
  `event: changed\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The messages with heartbeats in between, then null. */
const alive = (messages: Observable<Message>): Observable<Message | null> =>
  merge(messages.pipe(endWith(null)), interval(heartbeat).pipe(map(() => ': still here\n\n'))).pipe(
    takeWhile((message) => message !== null, true),
  );

/** The open streams of one controller. */
export class EventStreams {
  readonly #open = new Set<Readable>();
  readonly #places: Places;

  /** @param limits each stream costs a connection and memory as long as its reader stays */
  constructor(limits: PlaceLimits) {
    this.#places = new Places(limits);
  }

  /**
   * Opens a stream, or refuses if a limit is reached.
   * @param reader what readers are counted by: a person's id, or their network. Stored only while the stream is
   * open.
   */
  answer(messages: Observable<Message>, exchange: Exchange, reader: string): SerialisedAnswer | Refusal {
    const leave = this.#places.enter(reader);
    if (!leave) {
      exchange.setHeader('retry-after', String(refusedFor));
      return refuse('TooManyRequests', 'Too many open pages. Close some, or reload to see what’s new.');
    }
    const body = this.#bodyOf(messages, leave);
    exchange.signal.addEventListener('abort', () => body.destroy(), { once: true });
    exchange.setHeader('cache-control', 'no-store');
    // A buffering proxy would hold back every change.
    exchange.setHeader('x-accel-buffering', 'no');
    return new SerialisedAnswer(body, 'text/event-stream; charset=utf-8');
  }

  /** Streams never end on their own: a service that stops would wait for them. */
  end(): void {
    for (const body of this.#open) body.push(null);
  }

  #bodyOf(messages: Observable<Message>, ended: () => void): Readable {
    const body = new Readable({
      read: () => undefined,
      destroy: (error, done) => {
        subscription.unsubscribe();
        this.#open.delete(body);
        ended();
        done(error);
      },
      highWaterMark: mostWaiting,
    });
    const subscription = alive(messages).subscribe((message) => {
      if (!body.push(message) && message !== null) body.destroy();
    });
    this.#open.add(body);
    return body;
  }
}
