import { createServer, type RequestListener, type Server } from 'node:http';
import { limitConnectionsByNetwork } from './connections-by-network.js';

/** What callers may take of a server before anybody knows who they are. */
export interface ServerBounds {
  /** Milliseconds until a request must have come whole, its body too; its head alone gets a third of them. */
  readonly receiving: number;
  /** Connections at most; one more is closed at once. Each may hold a body that has not come whole yet. */
  readonly connections: number;
  /** Connections of one network; a front server has one, and needs most of them. */
  readonly connectionsOfNetwork: number;
}

/** More connections than the front server opens to a service, and no network may have all of them. */
export const usualBounds: ServerBounds = {
  receiving: 30_000,
  connections: 2_000,
  connectionsOfNetwork: 1_500,
};

/** As Fastify sets it: longer than proxies keep a connection open, so that they never meet a closed one. */
const keepAliveTimeout = 72_000;

/**
 * A server on which nobody takes their time: a request that comes drop by drop is cut, and memory is bounded by
 * connections times the largest body. An answer may go on for as long as it likes.
 */
export const boundedServer = (
  { receiving, connections, connectionsOfNetwork }: ServerBounds,
  answer: RequestListener,
): Server => {
  const server = createServer(
    {
      keepAliveTimeout,
      requestTimeout: receiving,
      headersTimeout: Math.ceil(receiving / 3),
      // How late a cut may come; Node would look twice a minute.
      connectionsCheckingInterval: Math.ceil(receiving / 6),
    },
    answer,
  );
  server.maxConnections = connections;
  limitConnectionsByNetwork(server, connectionsOfNetwork);
  return server;
};
