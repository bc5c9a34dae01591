import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Dialled = Socket & { heard(): string };

/** Connects to a port of this machine from one of its addresses, and keeps all that comes back. Close it at the end of the test. */
export const dial = async (port: number, localAddress = '127.0.0.1'): Promise<Dialled> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return Object.assign(socket, { heard: () => heard });
};
