import { headOf, type StreamHead, survives } from '../domain/stream-state.js';
import type { EventLog } from '../log/event-log.js';
import type { StoredRow } from '../log/stored-row.js';
import { caughtUp, encodeConfirmation } from '../wire/read-response.js';
import { EventSender } from './event-sender.js';
import { streamDeleted } from './faults.js';
import type { Outlet } from './outlet.js';
import type { ReadRequest } from './read-request.js';

interface StreamRequest extends ReadRequest {
  readonly stream: string;
}

/**
 * Sends a stream after a revision, and then what is added to it, until the client leaves or the stream is
 * tombstoned. Waits for a stream that does not exist yet.
 */
export const subscribeToStream = async (
  log: EventLog,
  request: StreamRequest,
  outlet: Outlet,
  id: string,
): Promise<void> => {
  await new StreamSubscription(log, request, outlet).run(id);
};

class StreamSubscription {
  /** Revision of the last event that was sent or is not wanted. */
  #cursor = -1;
  /** Every event of the stream up to this log position is at or before the cursor. */
  #seen = -1;
  readonly #stream: string;
  readonly #name: Buffer;
  readonly #sender: EventSender;

  constructor(
    private readonly log: EventLog,
    private readonly request: StreamRequest,
    private readonly outlet: Outlet,
  ) {
    this.#stream = request.stream;
    this.#name = Buffer.from(request.stream);
    this.#sender = new EventSender(log, outlet, request.resolveLinks);
  }

  async run(id: string): Promise<void> {
    const { from } = this.request;
    let head = await this.#head();
    // A subscription to a permanently deleted stream ends at once.
    if (head.tombstoned) throw streamDeleted(this.#stream);
    await this.outlet.send(encodeConfirmation(id));
    this.#cursor = from === 'end' ? head.last : from === 'start' ? -1 : from;
    let live = false;
    while (!this.outlet.closed) {
      if (head.last > this.#cursor) await this.#sendUpTo(head);
      if (head.tombstoned) throw streamDeleted(this.#stream);
      if (!live && !this.outlet.closed) {
        live = true;
        await this.outlet.send(caughtUp);
      }
      head = await this.#changedHead();
    }
  }

  async #head(): Promise<StreamHead> {
    return headOf(this.#stream, await this.log.states.of(this.#stream));
  }

  /** Waits until the stream has an event after the cursor, or is tombstoned. */
  async #changedHead(): Promise<StreamHead> {
    const { tail } = this.log;
    for (;;) {
      // Requested before the state is read, so that no commit in between is missed.
      const next = tail.next(this.outlet.gone);
      const end = tail.last;
      const head = await this.#head();
      if (head.last > this.#cursor || head.tombstoned || this.outlet.closed) return head;
      this.#seen = end;
      await next;
    }
  }

  /** Sends what is after the cursor, from memory if it is still there. */
  async #sendUpTo(head: StreamHead): Promise<void> {
    const now = Date.now();
    while (this.#cursor < head.last && !this.outlet.closed) {
      const events = this.log.tail.after(this.#seen);
      if (events === undefined || events.length === 0) return this.#readUpTo(head, now);
      await this.#send(
        events.filter((event) => event.isOf(this.#name)),
        head,
        now,
      );
      this.#seen = events.at(-1)?.position ?? this.#seen;
    }
  }

  async #readUpTo(head: StreamHead, now: number): Promise<void> {
    const from = { at: Math.max(this.#cursor + 1, head.first), backwards: false };
    for await (const { events } of this.log.reader.stream(this.#stream, from, 0)) {
      await this.#send(
        events.filter(({ revision }) => revision <= head.last),
        head,
        now,
      );
      if (this.outlet.closed) return;
    }
    this.#cursor = Math.max(this.#cursor, head.last);
  }

  async #send(events: readonly StoredRow[], head: StreamHead, now: number): Promise<void> {
    const behind = events.filter(({ revision }) => revision > this.#cursor);
    this.#cursor = behind.at(-1)?.revision ?? this.#cursor;
    await this.#sender.sendAll(behind, (event) => survives(head, event, now));
  }
}
