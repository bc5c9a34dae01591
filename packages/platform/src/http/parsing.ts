import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Node's parser of a connection: it calls this with the head of each request. */
interface Parsed {
  readonly parser?: { onIncoming: (request: IncomingMessage, keepsAlive: boolean) => number } | null;
}

/** The answer after which Node parses no further, not even what came in the same packet: as after an upgrade. */
const noRequestFollows = 2;

const ended = new WeakSet<Socket>();

/**
 * Reads nothing more of a connection than the head of the request that is being handled, to be called before the handler returns. The
 * connection has to end with the answer.
 */
export const readNoFurther = (socket: Socket): void => {
  ended.add(socket);
  socket.pause();
};

/**
 * Lets a server stop in the middle of a packet (`readNoFurther`). By itself, Node parses all that came at once, however many requests
 * or pieces of a body are in it, and a connection can be cut only afterwards. Node does not document what this uses: specs count what
 * is parsed.
 */
export const stopWithinPackets = (server: Server): void => {
  server.on('connection', (socket: Socket & Parsed) => {
    const { parser } = socket;
    if (!parser) return;
    const handle = parser.onIncoming;
    parser.onIncoming = (request, keepsAlive) => {
      // Node reads on once a request has come whole. What then comes is not a request, even if it looks like one.
      if (ended.has(socket)) return noRequestFollows;
      const said = handle(request, keepsAlive);
      return ended.has(socket) ? noRequestFollows : said;
    };
  });
};
