import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Browsers and clients open connections in advance. Until the first request on one, Node counts it as busy,
 * and a closing server would wait for it up to a minute: so such connections are cut at shutdown.
 */
export const cutUnusedOnClose = (server: FastifyInstance): void => {
  const unused = new Set<Socket>();
  server.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.server.on('request', ({ socket }) => unused.delete(socket));
  server.addHook('preClose', (done) => {
    for (const socket of unused) socket.destroy();
    done();
  });
};
