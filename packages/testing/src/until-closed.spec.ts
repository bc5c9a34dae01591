import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { untilClosed } from './until-closed.js';

it('a connection that is reset is closed', async () => {
  const server = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await untilClosed(socket);
  expect(socket.errored).toMatchObject({ code: 'ECONNRESET' });
  server.close();
});
