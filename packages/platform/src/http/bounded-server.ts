import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { limitConnectionsByNetwork, mostKept } from './connections-by-network.js';
import { readNoFurther, stopWithinPackets } from './parsing.js';
import { makeRoom, unlessFlooding } from './room.js';
import type { Rate } from './shares.js';

/** What callers may use of a server before they are identified. */
export interface ServerBounds {
  /** Milliseconds until a request must have come whole, its body too; its head alone gets a third of them. */
  readonly receiving: number;
  /** Connections at most; for one more, the one is cut that has owed us a request for longest. */
  readonly connections: number;
  /** Connections of one network; a front server has one, and needs most of them. */
  readonly connectionsOfNetwork: number;
  /** New connections of one network. Unlimited when omitted. */
  readonly newConnections?: Rate;
  /** Connections that are cut to make room for those of one network: each costs a parsed request, a refusal does not. */
  readonly cuts?: Rate;
  /**
   * Whether a body in pieces is not read: pieces of one byte cost a hundred times what those bytes do. The handler gets such a request
   * without a body, and refuses it.
   */
  readonly readsNoPieces?: boolean;
}

/** More connections than the front server opens to a service, and no network may have all of them. */
export const usualBounds: ServerBounds = {
  receiving: 30_000,
  connections: 2_000,
  connectionsOfNetwork: 1_500,
};

const unlimited = { perSecond: Number.POSITIVE_INFINITY, burst: Number.POSITIVE_INFINITY };
const usualCuts: Rate = { perSecond: 50, burst: 200 };
const beingCut = 500;

/** As Fastify sets it: longer than proxies keep a connection open, so that they never meet a closed one. */
const keepAliveTimeout = 72_000;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const withoutPieces =
  (answer: Handler): Handler =>
  (request, response) => {
    if (request.headers['transfer-encoding'] !== undefined) {
      readNoFurther(request.socket);
      response.setHeader('connection', 'close');
    }
    answer(request, response);
  };

/**
 * A server that slow clients cannot hold up: it cuts a request that arrives too slowly, and bounds memory by
 * connections times the largest body. An answer may take any time.
 */
export const boundedServer = (bounds: ServerBounds, answer: Handler): Server => {
  const {
    receiving,
    connections,
    connectionsOfNetwork,
    newConnections = unlimited,
    cuts = usualCuts,
    readsNoPieces = false,
  } = bounds;
  const server = createServer({
    keepAliveTimeout,
    // Node would refuse a request without one before anything here hears of it.
    requireHostHeader: false,
    requestTimeout: receiving,
    headersTimeout: Math.ceil(receiving / 3),
    // How late a connection may be closed. Often, because closing hundreds of them at once holds up the process; by default Node
    // checks every half minute.
    connectionsCheckingInterval: Math.min(100, Math.ceil(receiving / 6)),
  });
  // Node would answer an expectation that it does not know by itself, past every limit.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Connections that are being cut, and refused ones, still count until they are closed.
  server.maxConnections = connections + beingCut + mostKept;
  stopWithinPackets(server);
  limitConnectionsByNetwork(server, {
    isFull: makeRoom(server, connections),
    connections: { atOnce: connectionsOfNetwork, ...newConnections },
    cuts,
  });
  return server.on('request', unlessFlooding(readsNoPieces ? withoutPieces(answer) : answer));
};
