import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.js';

/** Counts what each network holds at a time, and forgets a network that holds nothing. */
export class HeldByNetwork {
  readonly #held = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** Takes one more for a network; false when it holds all that it may. */
  take(network: string): boolean {
    const held = this.#held.get(network) ?? 0;
    if (held >= this.most) return false;
    this.#held.set(network, held + 1);
    return true;
  }

  release(network: string): void {
    const left = (this.#held.get(network) ?? 0) - 1;
    if (left > 0) this.#held.set(network, left);
    else this.#held.delete(network);
  }
}

/** Written to a socket whose request nobody has read: there is nothing that could answer in another way. */
const shed =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * Refuses the connections that one network opens beyond `most`, so that nobody takes those of everybody else. Called
 * before the server listens: what has been listening to it no longer hears of a connection that is refused.
 */
export const limitConnectionsByNetwork = (server: Server, most: number): void => {
  const held = new HeldByNetwork(most);
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (held.take(network)) {
      socket.once('close', () => held.release(network));
      for (const listener of listeners) listener.call(server, socket);
      return;
    }
    // It may be gone before the answer is: nobody needs to know.
    socket.on('error', () => undefined);
    socket.end(shed, () => socket.destroy());
  });
};
