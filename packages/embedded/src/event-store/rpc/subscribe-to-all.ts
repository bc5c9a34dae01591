import { beforeAll, type Checkpoint, CheckpointCadence } from '../domain/checkpoint-cadence.js';
import type { EventLog } from '../log/event-log.js';
import type { StoredRow } from '../log/stored-row.js';
import { isWithinEvent } from '../log/within-event.js';
import { caughtUp, encodeCheckpoint, encodeConfirmation } from '../wire/read-response.js';
import { EventSender } from './event-sender.js';
import { invalidPosition } from './faults.js';
import type { Outlet } from './outlet.js';
import type { ReadRequest } from './read-request.js';

/**
 * Sends the log after a position, and then what is added to it, until the client leaves. A slow client reads
 * from the database again: nothing is buffered for it.
 */
export const subscribeToAll = async (
  log: EventLog,
  request: ReadRequest,
  outlet: Outlet,
  id: string,
): Promise<void> => {
  const subscription = new AllSubscription(log, request, outlet);
  await outlet.send(encodeConfirmation(id));
  if (await isWithinEvent(log, request.from)) throw invalidPosition.subscription();
  await subscription.run();
};

/** Where a subscriber wants to continue; events after it are sent. */
const askedFor = ({ from, prepare }: ReadRequest, end: number): Checkpoint => {
  if (from === 'start') return { commit: beforeAll, prepare: beforeAll };
  return from === 'end' ? { commit: end, prepare: end } : { commit: from, prepare };
};

class AllSubscription {
  /** Events up to here were examined. */
  #cursor: number;
  /** Events up to here are not wanted. */
  readonly #asked: number;
  #live: boolean;
  readonly #sender: EventSender;
  readonly #cadence: CheckpointCadence | undefined;

  constructor(
    private readonly log: EventLog,
    private readonly request: ReadRequest,
    private readonly outlet: Outlet,
  ) {
    const { filter, resolveLinks } = request;
    const end = log.tail.last;
    const asked = askedFor(request, end);
    this.#sender = new EventSender(log, outlet, resolveLinks);
    this.#cadence = filter && new CheckpointCadence(filter, asked, end);
    this.#asked = asked.prepare < asked.commit ? asked.commit - 1 : asked.commit;
    this.#live = this.#asked >= end;
    // Examine the event at the requested position again: it counts towards the first window.
    this.#cursor = filter === undefined || this.#live ? this.#asked : this.#asked - 1;
  }

  async run(): Promise<void> {
    const { tail } = this.log;
    if (this.#live) await this.outlet.send(caughtUp);
    while (!this.outlet.closed) {
      const events = tail.after(this.#cursor);
      if (events === undefined) await this.#catchUp();
      else if (events.length > 0) await this.#consider(events);
      else if (this.#live) await tail.next(this.outlet.gone);
      else await this.#goLive();
    }
  }

  /** Reads from the database until memory has the rest. */
  async #catchUp(): Promise<void> {
    if (this.#live) await this.#fallBehind();
    const { tail, reader } = this.log;
    const end = tail.last;
    for await (const page of reader.all({ at: this.#cursor + 1, backwards: false })) {
      await this.#consider(page.events);
      if (page.last) {
        await this.#tell(this.#passStart(end));
        // After a scavenge, there is nothing between the last event and the end.
        this.#cursor = Math.max(this.#cursor, end);
      }
      if (this.outlet.closed || tail.after(this.#cursor) !== undefined) return;
    }
  }

  async #consider(events: readonly StoredRow[]): Promise<void> {
    const accepts = this.request.filter?.accepts;
    for (const event of events) {
      const { position } = event;
      const passed = this.#passStart(position);
      if (passed !== undefined) await this.#tell(passed);
      const matches = position > this.#asked && (accepts === undefined || accepts(event));
      const full = matches ? this.#sender.send(event) : undefined;
      if (full !== undefined) await full;
      if (this.outlet.closed) return;
      this.#cursor = position;
      const due = this.#live
        ? this.#cadence?.added(position, matches)
        : this.#cadence?.read(position, matches);
      if (due !== undefined) await this.#tell(due);
    }
  }

  /**
   * A window counts the server's start like an event, as on a real node: history may end with a checkpoint after
   * its last event.
   */
  #passStart(next: number): Checkpoint | undefined {
    const { started } = this.log.tail;
    if (this.#cursor >= started || next < started) return undefined;
    this.#cursor = started;
    return this.#cadence?.read(started, false);
  }

  async #goLive(): Promise<void> {
    this.#live = true;
    await this.#tell(this.#cadence?.turned());
    await this.outlet.send(caughtUp);
  }

  async #fallBehind(): Promise<void> {
    this.#live = false;
    await this.#tell(this.#cadence?.turned());
  }

  async #tell(due: Checkpoint | undefined): Promise<void> {
    if (due !== undefined) await this.outlet.send(encodeCheckpoint(due));
  }
}
