import { Readable } from 'node:stream';
import { type Refusal, refuse } from '@groundswell/contracts';
import { type Exchange, SerialisedAnswer } from '@groundswell/platform/http';
import { endWith, interval, map, merge, type Observable, takeWhile } from 'rxjs';

/** Text of a stream of server-sent events, as it goes over the wire: one or more whole messages. */
export type Message = string;

/** Bytes that wait for a slow reader; beyond it the stream is cut, and the reader comes back with its last id. */
const mostWaiting = 64 * 1024;
/** Milliseconds between two keep-alive comments, so that no proxy takes silence for an end. */
const heartbeat = 15_000;
/** Milliseconds after which a browser connects again. */
const retry = 2_000;
/** Seconds after which someone who was refused may try again. */
const refusedFor = 60;

/** What a stream begins with: the position of its reader. */
export const positionMessage = (id: string): Message =>
  `retry: ${retry}\nevent: position\nid: ${id}\ndata: {}\n\n`;

/** A change; without an id the reader continues from the one before. */
export const changedMessage = (data: object, id: string | undefined): Message =>
  `event: changed\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** The same messages with signs of life among them, then null. */
const alive = (messages: Observable<Message>): Observable<Message | null> =>
  merge(messages.pipe(endWith(null)), interval(heartbeat).pipe(map(() => ': still here\n\n'))).pipe(
    takeWhile((message) => message !== null, true),
  );

/**
 * How many streams one process keeps open: each costs a connection and memory as long as its reader stays.
 */
export interface StreamLimits {
  readonly ofOneReader: number;
  readonly all: number;
}

/** The streams that one controller has open. */
export class EventStreams {
  readonly #open = new Set<Readable>();
  readonly #readers = new Map<string, number>();

  constructor(private readonly limits: StreamLimits) {}

  /**
   * Opens a stream, or refuses one too many.
   * @param reader what a reader is counted by: a person's id, or their network. It is kept no longer than the stream.
   */
  answer(messages: Observable<Message>, exchange: Exchange, reader: string): SerialisedAnswer | Refusal {
    const ofReader = this.#readers.get(reader) ?? 0;
    if (this.#open.size >= this.limits.all || ofReader >= this.limits.ofOneReader) {
      exchange.setHeader('retry-after', String(refusedFor));
      return refuse('TooManyRequests', 'Too many open pages. Close some, or reload to see what’s new.');
    }
    this.#readers.set(reader, ofReader + 1);
    const body = this.#bodyOf(messages, () => this.#forget(reader));
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

  #forget(reader: string): void {
    const left = (this.#readers.get(reader) ?? 0) - 1;
    if (left > 0) this.#readers.set(reader, left);
    else this.#readers.delete(reader);
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
