import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { BrokerEvent } from './broker-event.js';
import type { Range } from './cursor.js';

/** Bytes that may wait for a slow reader; messages beyond are dropped, and the reader learns how many. */
const longestQueue = 1_048_576;

export interface ReaderOptions {
  readonly headers: OutgoingHttpHeaders;
  readonly range: Range;
  /** What this reader may see. */
  readonly sees: (event: BrokerEvent) => boolean;
  readonly write: (event: BrokerEvent) => string;
}

/** One open connection to a stream of events. */
export class Reader {
  private dropped = 0;
  private caughtUpTo = '';

  constructor(
    private readonly response: ServerResponse,
    private readonly options: ReaderOptions,
  ) {
    response.writeHead(200, {
      ...options.headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
    });
    response.on('drain', () => this.tellDropped());
    this.comment(' welcome to the Alpaca events');
  }

  /** Sends all that the range asks for of what has happened so far, as fast as the reader takes it. */
  async catchUp(events: readonly BrokerEvent[]): Promise<void> {
    const { since } = this.options.range;
    if (since === undefined) return;
    const first = events.findIndex(({ id }) => id >= since);
    // The list grows meanwhile: it is read to its end, wherever that is by then.
    for (let index = first; index >= 0 && index < events.length && this.isOpen; index += 1) {
      const event = events[index];
      if (event) this.send(event);
      this.caughtUpTo = event?.id ?? this.caughtUpTo;
      if (this.response.writableNeedDrain) await this.drained();
    }
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  private drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }

  comment(text: string): void {
    this.write(`:${text}\n\n`);
  }

  private write(text: string): void {
    if (this.isOpen) this.response.write(text);
  }

  /** Sends an event that the reader asked for; one beyond the range ends the stream. */
  send(event: BrokerEvent): void {
    const { range, sees, write } = this.options;
    if (range.until && event.id >= range.until) this.end();
    else if (sees(event) && event.id > this.caughtUpTo) {
      if (this.response.writableLength > longestQueue) this.dropped += 1;
      else this.write(`data: ${write(event)}\n\n`);
    }
  }

  /** Says that an event was left out, as for a reader that is too slow. */
  leaveOut(event: BrokerEvent): void {
    if (!this.options.sees(event)) return;
    this.dropped += 1;
    this.tellDropped();
  }

  private tellDropped(): void {
    if (this.dropped === 0) return;
    this.comment(` you are reading too slowly, dropped ${this.dropped} messages`);
    this.dropped = 0;
  }

  end(): void {
    this.response.end();
  }
}
