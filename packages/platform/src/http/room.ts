import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests on one connection that were not answered yet: browsers and proxies send the next one after the answer. */
const mostUnanswered = 4;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Makes room for a new connection when all are taken: the one is cut that has owed us a request for longest, else the one
 * that has been idle for longest. Anyone who sends half of a request, or nothing, keeps out no one who sends a whole one.
 * @returns whether all are taken
 */
export const makeRoom = (server: Server, most: number): (() => boolean) => {
  const open = new Set<Socket>();
  const owing = new Set<Socket>();
  const idle = new Set<Socket>();
  const forget = (socket: Socket): void => {
    for (const set of [open, owing, idle]) set.delete(socket);
  };
  server.on('connection', (socket: Socket) => {
    if (open.size >= most) {
      const [longest] = owing.size > 0 ? owing : idle;
      (longest ?? socket).destroy();
      if (!longest) return;
      forget(longest);
    }
    open.add(socket);
    owing.add(socket);
    socket.once('close', () => forget(socket));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    // What else came in the same packet as a flood: hundreds of requests whose answers could not be sent.
    if (socket.destroyed) return;
    idle.delete(socket);
    if (!hasBody(request)) owing.delete(socket);
    else {
      owing.add(socket);
      request.once('end', () => owing.delete(socket));
    }
    response.once('close', () => {
      if (!open.has(socket)) return;
      owing.delete(socket);
      idle.add(socket);
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

/** Cuts a connection on which many requests come before the first is answered: all would be worked off in one go. */
export const unlessFlooding =
  (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (socket.destroyed) return;
    const waiting = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, waiting);
    if (waiting > mostUnanswered) {
      destroyCheaply(socket);
      return;
    }
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    answer(request, response);
  };

const unanswered = new WeakMap<Socket, number>();
