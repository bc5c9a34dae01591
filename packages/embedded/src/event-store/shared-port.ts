import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type SecureContextOptions, Server as TlsServer } from 'node:tls';

/** First bytes of every HTTP/2 connection, and of no other. */
const http2Preface = Buffer.from('PRI * HTTP/2.0');

/** Milliseconds that a connection may be open before its protocol is known. */
const usualPatience = 10_000;

interface Address {
  readonly host: string;
  readonly port: number;
  readonly patience?: number;
  /** If set, every connection is encrypted. */
  readonly tls?: SecureContextOptions | undefined;
}

export interface SharedPort {
  readonly port: number;
  /** Uses another certificate for new connections. */
  readonly renew: (tls: SecureContextOptions) => void;
  /** Accepts no more connections. */
  readonly stopListening: () => void;
  /** Cuts every connection. */
  readonly cut: () => void;
}

/**
 * Reads the first bytes of a connection until they show whether it is HTTP/2, then puts them back into the socket.
 */
const beginningOf = (socket: Socket, heard: (isHttp2: boolean) => void): void => {
  let beginning = Buffer.alloc(0);
  const read = (): void => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    beginning = Buffer.concat([beginning, chunk]);
    const compared = Math.min(beginning.length, http2Preface.length);
    const isLike = beginning.subarray(0, compared).equals(http2Preface.subarray(0, compared));
    if (isLike && compared < http2Preface.length) return;
    socket.off('readable', read);
    socket.unshift(beginning);
    heard(isLike);
  };
  socket.on('readable', read);
};

const protocol = { minVersion: 'TLSv1.3' } as const;

const encrypted = (tls: SecureContextOptions, patience: number): Server =>
  createTlsServer({ ...protocol, ...tls, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: patience });

/** One port for gRPC and plain HTTP, told apart by a connection's first bytes. */
export const listenOnSharedPort = async (
  { host, port, patience = usualPatience, tls }: Address,
  takeHttp2: (socket: Socket) => void,
  plain: RequestListener,
): Promise<SharedPort> => {
  const http = createHttpServer(plain);
  // One request per connection, with `patience` to send it.
  http.maxRequestsPerSocket = 1;
  const unsent = new WeakMap<Socket, NodeJS.Timeout>();
  http.on('request', ({ socket }: IncomingMessage) => clearTimeout(unsent.get(socket)));
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // A client that disconnects midway affects no other.
    socket.on('error', () => socket.destroy());
  };
  const take = (socket: Socket): void => {
    if (tls) socket.on('error', () => socket.destroy());
    const unheard = setTimeout(() => socket.destroy(), patience);
    socket.on('close', () => clearTimeout(unheard));
    beginningOf(socket, (isHttp2) => {
      if (isHttp2) {
        clearTimeout(unheard);
        takeHttp2(socket);
      } else {
        unsent.set(socket, unheard);
        http.emit('connection', socket);
      }
    });
  };
  const server = tls ? encrypted(tls, patience) : createServer();
  server.on('connection', keep);
  server.on(tls ? 'secureConnection' : 'connection', take);
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    renew: (renewed) => {
      if (server instanceof TlsServer) server.setSecureContext({ ...protocol, ...renewed });
    },
    stopListening: () => server.close(),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
