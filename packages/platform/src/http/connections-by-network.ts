import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.js';
import { type ShareLimits, Shares } from './shares.js';

/** Written to a socket whose request was never parsed, so no framework can answer it. */
const shed =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Refuses connections that one network opens beyond its limits, so that it cannot use up everyone's. Called
 * before the server listens: earlier listeners are no longer notified of a refused connection.
 */
export const limitConnectionsByNetwork = (server: Server, limits: ShareLimits): void => {
  const shares = new Shares(limits);
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const giveBack = shares.take(networkOf(socket.remoteAddress ?? ''));
    if (giveBack) {
      socket.once('close', giveBack);
      for (const listener of listeners) listener.call(server, socket);
      return;
    }
    // It may be gone before the answer is: no one needs to know.
    socket.on('error', () => undefined);
    socket.end(shed, () => socket.destroy());
  });
};
