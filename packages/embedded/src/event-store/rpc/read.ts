import { randomUUID } from 'node:crypto';
import type { EventLog } from '../log/event-log.js';
import { CallFault, unreadable } from './faults.js';
import type { OpenCalls } from './open-calls.js';
import { Outlet } from './outlet.js';
import { readAll } from './read-all.js';
import { type ReadRequest, readRequest } from './read-request.js';
import { readStream } from './read-stream.js';
import type { StreamsHandlers } from './services.js';
import { subscribeToAll } from './subscribe-to-all.js';
import { subscribeToStream } from './subscribe-to-stream.js';

/** `Streams.Read`, which carries six of the client's calls. */
export const readHandler =
  (log: EventLog, calls: OpenCalls, report: (fault: unknown) => void): StreamsHandlers['read'] =>
  (call) => {
    const outlet = new Outlet(call);
    calls.add(outlet);
    answer(log, call.request, outlet).catch((fault: unknown) => {
      if (!(fault instanceof CallFault)) report(fault);
      outlet.fail(fault instanceof CallFault ? fault : unreadable(fault));
    });
  };

const answer = async (
  log: EventLog,
  message: Parameters<typeof readRequest>[0],
  outlet: Outlet,
): Promise<void> => {
  const request: ReadRequest = readRequest(message);
  const { stream, count } = request;
  if (count === undefined) {
    const id = randomUUID();
    if (stream === undefined) return subscribeToAll(log, request, outlet, id);
    return subscribeToStream(log, { ...request, stream }, outlet, id);
  }
  if (stream === undefined) await readAll(log, { ...request, count }, outlet);
  else await readStream(log, { ...request, stream, count }, outlet);
  outlet.end();
};
