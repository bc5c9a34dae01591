import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.js';
import { type Rate, type ShareLimits, Shares } from './shares.js';

/** Written to a socket whose request was never parsed, so no framework can answer it. */
const shed =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Milliseconds for which a refused connection stays open and unread: clients that come back when it closes come less often. */
const keptFor = 1_000;

/** Refused connections that are kept open. A server may have these beyond its limit. */
export const mostKept = 500;

/** Answers 503 at once, and closes the connection later. */
const createRefusal = () => {
  let kept = 0;
  return (socket: Socket): void => {
    // It may be gone before the answer is: no one needs to know.
    socket.on('error', () => undefined);
    if (kept >= mostKept) {
      socket.end(shed, () => socket.destroy());
      return;
    }
    kept += 1;
    socket.pause().write(shed);
    const later = setTimeout(() => socket.destroy(), keptFor);
    socket.once('close', () => {
      clearTimeout(later);
      kept -= 1;
    });
  };
};

/** What connections of one network may do. */
export interface NetworkLimits {
  readonly connections: ShareLimits;
  /** Connections that are cut to make room for one of theirs. */
  readonly cuts: Rate;
  /** Whether another connection must be cut to make room for a new one. */
  readonly isFull: () => boolean;
}

/**
 * Refuses connections that one network opens beyond its limits, so that it cannot use up everyone's. Called
 * before the server listens: earlier listeners are no longer notified of a refused connection.
 */
export const limitConnectionsByNetwork = (server: Server, limits: NetworkLimits): void => {
  const shares = new Shares(limits.connections);
  const cuts = new Shares({ atOnce: Number.POSITIVE_INFINITY, ...limits.cuts });
  const refuse = createRefusal();
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const giveBack = limits.isFull() && !cuts.take(network) ? undefined : shares.take(network);
    if (!giveBack) {
      refuse(socket);
      return;
    }
    socket.once('close', giveBack);
    for (const listener of listeners) listener.call(server, socket);
  });
};
