import type { EventLog } from '../log/event-log.js';
import type { From } from '../log/reader.js';
import { isWithinEvent } from '../log/within-event.js';
import { EventSender } from './event-sender.js';
import { invalidPosition } from './faults.js';
import type { Outlet } from './outlet.js';
import type { ReadRequest } from './read-request.js';

interface LogRead extends ReadRequest {
  readonly count: number;
}

/** Reads the whole log, with everything no scavenge has deleted yet. */
export const readAll = async (log: EventLog, request: LogRead, outlet: Outlet): Promise<void> => {
  if (request.count <= 0) return;
  const { from, backwards } = request;
  const isBehindEnd = backwards && typeof from === 'number' && from > log.tail.last;
  if (isBehindEnd || (await isWithinEvent(log, from))) throw invalidPosition.read();
  const accepts = request.filter?.accepts ?? (() => true);
  const sender = new EventSender(log, outlet, request.resolveLinks);
  let rest = request.count;
  const bound = request.filter === undefined ? rest : Number.POSITIVE_INFINITY;
  for await (const { events } of log.reader.all(startOf(log, request), bound)) {
    rest -= await sender.sendAll(events, accepts, rest);
    if (rest === 0 || outlet.closed) return;
  }
};

/** Forwards, the event at the position itself comes first; backwards, the one before it. */
const startOf = (log: EventLog, { from, backwards }: LogRead): From => {
  const end = log.tail.last + 1;
  const start = from === 'start' ? 0 : from;
  const at = start === 'end' ? end : Math.min(start, end);
  return { at: backwards ? at - 1 : at, backwards };
};
