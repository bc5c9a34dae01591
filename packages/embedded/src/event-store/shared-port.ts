import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** How an HTTP/2 connection begins; nothing else does. */
const http2Preface = Buffer.from('PRI * HTTP/2.0');

export interface SharedPort {
  readonly port: number;
  /** Takes no more connections. */
  readonly stopListening: () => void;
  /** Cuts every connection. */
  readonly cut: () => void;
}

/** One port for gRPC and for plain HTTP: the first bytes of a connection tell them apart. */
export const listenOnSharedPort = async (
  address: { readonly host: string; readonly port: number },
  takeHttp2: (socket: Socket) => void,
  plain: RequestListener,
): Promise<SharedPort> => {
  const http = createHttpServer(plain);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    // A client that goes away in the middle of something concerns nobody else.
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      const beginning: Buffer | null = socket.read();
      if (beginning === null) return;
      socket.unshift(beginning);
      if (beginning.subarray(0, http2Preface.length).equals(http2Preface)) takeHttp2(socket);
      else http.emit('connection', socket);
    });
  });
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stopListening: () => server.close(),
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
