import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Instance, startInstance } from './instance.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Provides the instance that specs share; the first caller waits until it is ready. */
    sharedInstanceUrl: string;
  }
}

/** Runs one instance for all specs that leave the demo unchanged. It starts on the first request. */
export default async function offerSharedInstance(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Instance> | undefined;
  const server = createServer(async (_request, response) => {
    starting ??= startInstance();
    try {
      const { url, signIns, dataDirectory } = await starting;
      response.end(JSON.stringify({ url, signIns, dataDirectory }));
    } catch (fault) {
      response.writeHead(500).end(String(fault));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  project.provide('sharedInstanceUrl', `http://127.0.0.1:${port}`);
  return async () => {
    server.close();
    const instance = await starting?.catch(() => undefined);
    await instance?.stop();
  };
}
