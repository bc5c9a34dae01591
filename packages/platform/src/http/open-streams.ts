import type { Server } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

const streams = new WeakMap<Server, Set<Readable>>();

/** Remembers an answer that may continue forever, so that it does not keep a service from ending. */
export const rememberStream = (server: Server, stream: Readable): void => {
  const open = streams.get(server);
  open?.add(stream);
  stream.once('close', () => open?.delete(stream));
};

/** Ends all streams as soon as the service closes; their readers come back to the one that follows. */
export const endStreamsOnClose = (server: FastifyInstance): void => {
  const open = new Set<Readable>();
  streams.set(server.server, open);
  server.addHook('preClose', (done) => {
    for (const stream of open) stream.destroy();
    done();
  });
};
