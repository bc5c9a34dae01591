import { CheckpointCadence } from '../domain/checkpoint-cadence.js';
import { everyEvent } from '../domain/event-filter.js';
import type { EventLog } from '../log/event-log.js';
import type { StoredRow } from '../log/stored-row.js';
import { caughtUp, encodeCheckpoint, encodeConfirmation } from '../wire/read-response.js';
import { EventSender } from './event-sender.js';
import type { Outlet } from './outlet.js';
import type { ReadRequest } from './read-request.js';

/**
 * Sends the log from behind a position on, and then what is added to it, until the client goes.
 * A client that takes its time reads from the database again: nothing is kept for it.
 */
export const subscribeToAll = async (
  log: EventLog,
  request: ReadRequest,
  outlet: Outlet,
  id: string,
): Promise<void> => {
  await outlet.send(encodeConfirmation(id));
  await new AllSubscription(log, request, outlet).run();
};

class AllSubscription {
  /** Position of the last event that was considered. */
  #cursor: number;
  #live = false;
  readonly #sender: EventSender;
  readonly #cadence: CheckpointCadence | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly request: ReadRequest,
    private readonly outlet: Outlet,
  ) {
    const { from, filter, resolveLinks } = request;
    this.#sender = new EventSender(log, outlet, resolveLinks);
    this.#cadence = filter && new CheckpointCadence(filter.interval);
    this.#cursor = from === 'end' ? log.tail.last : from === 'start' ? 0 : from;
  }

  async run(): Promise<void> {
    const { tail } = this.log;
    while (!this.outlet.closed) {
      const events = tail.after(this.#cursor);
      if (events === undefined) await this.#catchUp();
      else if (events.length > 0) await this.#consider(events);
      else {
        if (this.#live) await tail.next(this.outlet.gone);
        else await this.#goLive();
      }
    }
  }

  /** Reads from the database until memory has the rest. */
  async #catchUp(): Promise<void> {
    if (this.#live) await this.#fallBehind();
    const { tail, reader } = this.log;
    const end = tail.last;
    for await (const page of reader.all({ at: this.#cursor + 1, backwards: false })) {
      await this.#consider(page.events);
      // Where a scavenge has been, nothing stands between the last event and the end.
      if (page.last) this.#cursor = Math.max(this.#cursor, end);
      if (this.outlet.closed || tail.after(this.#cursor) !== undefined) return;
    }
  }

  async #consider(events: readonly StoredRow[]): Promise<void> {
    const accepts = this.request.filter?.accepts ?? everyEvent;
    for (const event of events) {
      const full = accepts(event) ? this.#sender.send(event) : undefined;
      if (full !== undefined) await full;
      if (this.outlet.closed) return;
      this.#cursor = event.position;
      if (this.#cadence?.considered(event.position)) {
        await this.outlet.send(encodeCheckpoint(event.position));
      }
    }
  }

  async #goLive(): Promise<void> {
    this.#live = true;
    await this.#checkpoint();
    await this.outlet.send(caughtUp);
  }

  async #fallBehind(): Promise<void> {
    this.#live = false;
    await this.#checkpoint();
  }

  async #checkpoint(): Promise<void> {
    if (this.#cadence?.turned(this.#cursor)) await this.outlet.send(encodeCheckpoint(this.#cursor));
  }
}
