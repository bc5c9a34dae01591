import { headOf, isReadable, type StreamHead, survives } from '../domain/stream-state.js';
import type { EventLog } from '../log/event-log.js';
import type { From } from '../log/reader.js';
import { encodeStreamNotFound } from '../wire/read-response.js';
import { EventSender } from './event-sender.js';
import { badRequest, streamDeleted } from './faults.js';
import type { Outlet } from './outlet.js';
import type { ReadRequest } from './read-request.js';

interface StreamRead extends ReadRequest {
  readonly stream: string;
  readonly count: number;
}

/** Reads the events of a stream that are not truncated or expired. */
export const readStream = async (log: EventLog, request: StreamRead, outlet: Outlet): Promise<void> => {
  const { stream, count } = request;
  const head = headOf(stream, await log.states.of(stream));
  if (head.tombstoned) throw streamDeleted(stream);
  if (!isReadable(head)) {
    await outlet.send(encodeStreamNotFound(stream));
    return;
  }
  if (count <= 0) return;
  const now = Date.now();
  const sender = new EventSender(log, outlet, request.resolveLinks);
  let rest = count;
  const pages = log.reader.stream(stream, startOf(request, head), head.first, pageBound(head, count));
  for await (const { events } of pages) {
    rest -= await sender.sendAll(events, (event) => survives(head, event, now), rest);
    if (rest === 0 || outlet.closed) return;
  }
};

/** If events may have expired, a page must read more than requested. */
const pageBound = (head: StreamHead, wanted: number): number =>
  Number.isFinite(head.maxAgeSeconds) ? Number.POSITIVE_INFINITY : wanted;

const startOf = ({ from, backwards }: StreamRead, head: StreamHead): From => {
  if (backwards) {
    const start = from === 'start' ? 0 : from;
    return { at: start === 'end' ? head.last : start, backwards };
  }
  if (from === 'end') throw badRequest('A stream cannot be read forwards from its end.');
  return { at: Math.max(from === 'start' ? 0 : from, head.first), backwards };
};
