import { baseStreamOf } from '../domain/stream-name.js';
import { headOf, type StreamHead, survives } from '../domain/stream-state.js';
import type { EventLog } from '../log/event-log.js';
import type { StoredRow } from '../log/stored-row.js';
import { caughtUp, encodeConfirmation } from '../wire/read-response.js';
import { EventSender } from './event-sender.js';
import { streamDeleted } from './faults.js';
import type { Outlet } from './outlet.js';
import type { ReadRequest } from './read-request.js';

interface StreamSubscription extends ReadRequest {
  readonly stream: string;
}

/**
 * Sends a stream from behind a revision on, and then what is added to it, until the client goes or the stream is
 * tombstoned. A stream that does not exist is waited for.
 */
export const subscribeToStream = async (
  log: EventLog,
  request: StreamSubscription,
  outlet: Outlet,
  id: string,
): Promise<void> => {
  const { stream, from } = request;
  await outlet.send(encodeConfirmation(id));
  let head = headOf(stream, await log.states.of(stream));
  // A subscriber of what is deleted for good gets the word of it at once.
  if (head.tombstoned) throw streamDeleted(stream);
  let cursor = from === 'end' ? head.last : from === 'start' ? -1 : from;
  let live = false;
  while (!outlet.closed) {
    if (head.last > cursor) {
      await sendAfter(log, request, outlet, head, cursor);
      cursor = head.last;
    }
    if (head.tombstoned) throw streamDeleted(stream);
    if (!live && !outlet.closed) {
      live = true;
      await outlet.send(caughtUp);
    }
    head = await changedHead(log, stream, cursor, outlet);
  }
};

/** Waits until the stream has an event behind `cursor`, or is tombstoned. */
const changedHead = async (
  log: EventLog,
  stream: string,
  cursor: number,
  outlet: Outlet,
): Promise<StreamHead> => {
  for (;;) {
    // Asked for before the state is read, so that no commit in between goes unnoticed.
    const next = log.tail.next(outlet.gone);
    const known = log.states.recall(baseStreamOf(stream));
    const head = headOf(stream, known ?? (await log.states.of(stream)));
    if (head.last > cursor || head.tombstoned || outlet.closed) return head;
    await next;
  }
};

const sendAfter = async (
  log: EventLog,
  request: StreamSubscription,
  outlet: Outlet,
  head: StreamHead,
  cursor: number,
): Promise<void> => {
  const now = Date.now();
  const sender = new EventSender(log, outlet, request.resolveLinks);
  const passes = (event: StoredRow): boolean => event.revision <= head.last && survives(head, event, now);
  const from = { at: Math.max(cursor + 1, head.first), backwards: false };
  for await (const { events } of log.reader.stream(request.stream, from, 0)) {
    await sender.sendAll(events, passes);
    if (outlet.closed) return;
  }
};
