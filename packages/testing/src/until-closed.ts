import type { Socket } from 'node:net';

/** Resolves when a connection is closed, also by a reset, which `once(socket, 'close')` rejects with. */
export const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve());
  });
