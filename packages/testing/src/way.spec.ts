import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openWay } from './way.js';

it('ends the connection to the server when a client resets its own', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const way = await openWay(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { hostname, port } = new URL(way.url);
  const client = connect(Number(port), hostname);
  const [far] = (await once(server, 'connection')) as [Socket];
  client.write('a request');
  await once(far, 'data');
  client.resetAndDestroy();
  await once(far, 'close');
  expect(far.destroyed).toBe(true);
  await way.close();
  server.close();
});
