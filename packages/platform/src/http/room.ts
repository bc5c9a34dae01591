import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ByNetwork } from './by-network.js';
import { networkOf } from './network.js';
import { readNoFurther } from './parsing.js';
import { hasBody } from './unread-body.js';

/** Milliseconds in which a new connection may bring its request before it counts as one that owes it. */
const settling = 250;

/**
 * Makes room for a new connection when all are taken: the one is cut that has owed us a request for longest, else an idle one,
 * else one that has just come. Anyone who sends half of a request, or nothing, keeps out no one who sends a whole one. Of the idle
 * ones it is one of the network that has most of them: a proxy may be sending the next request on one of its few.
 * @param now milliseconds that only grow
 * @returns whether all are taken
 */
export const makeRoom = (server: Server, most: number, now = () => performance.now()): (() => boolean) => {
  const open = new Map<Socket, string>();
  const owing = new Map<Socket, number>();
  const idle = new ByNetwork<Socket>();
  const isUsed = (socket: Socket): void => idle.delete(open.get(socket) ?? '', socket);
  const forget = (socket: Socket): void => {
    isUsed(socket);
    owing.delete(socket);
    open.delete(socket);
  };
  const leastMissed = (): Socket | undefined => {
    const [[socket, since] = [undefined, Number.POSITIVE_INFINITY]] = owing;
    return now() - since > settling ? socket : (idle.takeOldestOfMost() ?? socket);
  };
  server.on('connection', (socket: Socket) => {
    if (open.size >= most) {
      const cut = leastMissed();
      (cut ?? socket).destroy();
      if (!cut) return;
      forget(cut);
    }
    open.set(socket, networkOf(socket.remoteAddress ?? ''));
    owing.set(socket, now());
    socket.once('close', () => forget(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // What else came in the same packet as a flood: hundreds of requests whose answers could not be sent.
    if (socket.destroyed) return;
    isUsed(socket);
    if (!hasBody(request)) owing.delete(socket);
    else {
      owing.set(socket, owing.get(socket) ?? now());
      request.once('end', () => owing.delete(socket));
    }
    response.once('close', () => {
      const network = open.get(socket);
      if (network === undefined) return;
      owing.delete(socket);
      idle.add(network, socket);
    });
  });
  return () => open.size >= most;
};

/**
 * Destroys a connection with many unanswered requests. Node makes an error for each of them; with their stacks, which source
 * maps make slow, those of a hundred connections would hold up the process for seconds.
 */
const destroyCheaply = (socket: Socket): void => {
  let usual = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => {
    usual = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = usual;
  });
  socket.destroy();
};

/** RFC 9112, 3.2. Node would answer by itself, past every limit. */
const lacksHost = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers.host === undefined;

/** Cuts a connection on which a request comes before the one before is answered, and one whose request names no host. */
export const unlessFlooding =
  (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (socket.destroyed) return;
    if (unanswered.has(socket)) {
      readNoFurther(socket);
      destroyCheaply(socket);
      return;
    }
    unanswered.add(socket);
    response.once('close', () => unanswered.delete(socket));
    if (lacksHost(request)) {
      readNoFurther(socket);
      response.writeHead(400, { connection: 'close' }).end();
      return;
    }
    answer(request, response);
  };

/**
 * Connections whose last request is not answered yet: browsers and proxies send the next one after the answer. One that is sent behind
 * a stream would keep its place for as long as that goes on.
 */
const unanswered = new WeakSet<Socket>();
