import type { EventFault } from '../admin/fault.js';
import { renamed } from '../admin/lists.js';
import type { BrokerEvent } from './broker-event.js';
import type { Reader } from './reader.js';

/** An event that is held back, to come after the next one, does not wait longer for it. */
const longestSwap = 200;

/** As Alpaca's may be: the reason is optional in them, and is in the answers of its calls. */
const withoutReason = ({ body: { reason: _, ...body }, ...event }: BrokerEvent): BrokerEvent => ({
  ...event,
  body,
});

/** Its status by a name that no one knows. */
const underAnotherName = (event: BrokerEvent): BrokerEvent => {
  const { status_to: status } = event.body;
  return typeof status === 'string'
    ? { ...event, body: { ...event.body, status_to: renamed(status) } }
    : event;
};

const changed = (event: BrokerEvent, fault: EventFault | undefined): BrokerEvent => {
  if (fault === 'event-bare') return withoutReason(event);
  return fault === 'event-renamed' ? underAnotherName(event) : event;
};

/** The open connections to one stream, and what is done to events on the way there. */
export class Broadcast {
  private readonly readers = new Set<Reader>();
  private held: BrokerEvent | undefined;
  private release: NodeJS.Timeout | undefined;

  /** `meet` hands out the fault that an event meets, if any. */
  constructor(private readonly meet: () => EventFault | undefined) {}

  add(reader: Reader): void {
    this.readers.add(reader);
  }

  remove(reader: Reader): void {
    this.readers.delete(reader);
  }

  beat(): void {
    for (const reader of this.readers) reader.comment('heartbeat');
  }

  close(): void {
    clearTimeout(this.release);
  }

  tell(event: BrokerEvent): void {
    if (this.readers.size === 0) return;
    const fault = this.meet();
    if (fault === 'event-swap' && !this.held) {
      this.hold(event);
      return;
    }
    this.deliver(changed(event, fault), fault);
    this.releaseHeld();
  }

  private deliver(event: BrokerEvent, fault: EventFault | undefined): void {
    for (const reader of [...this.readers]) {
      if (fault === 'event-drop') reader.leaveOut(event);
      else if (fault !== 'event-lose') reader.send(event);
      if (fault === 'event-duplicate') reader.send(event);
      if (fault === 'event-cut') {
        reader.comment(' internal server error');
        reader.end();
      }
    }
  }

  private hold(event: BrokerEvent): void {
    this.held = event;
    this.release = setTimeout(() => this.releaseHeld(), longestSwap);
  }

  private releaseHeld(): void {
    const { held } = this;
    if (!held) return;
    clearTimeout(this.release);
    this.held = undefined;
    for (const reader of [...this.readers]) reader.send(held);
  }
}
