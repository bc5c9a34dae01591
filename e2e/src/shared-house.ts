import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type House, startHouse } from './house.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whoever asks here is told of the house that specs share; the first one waits until it is ready. */
    sharedHouseUrl: string;
  }
}

/** Keeps one house for all specs that leave the demo in it as it was. It is started when it is first asked for. */
export default async function offerSharedHouse(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<House> | undefined;
  const server = createServer(async (_request, response) => {
    starting ??= startHouse();
    try {
      const { url, signIns, dataDirectory } = await starting;
      response.end(JSON.stringify({ url, signIns, dataDirectory }));
    } catch (fault) {
      response.writeHead(500).end(String(fault));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  project.provide('sharedHouseUrl', `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    const house = await starting?.catch(() => undefined);
    await house?.stop();
  };
}
