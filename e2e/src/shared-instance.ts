import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { type Instance, startInstance } from './instance.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Provides the instance that specs share to POST, which waits until it is ready; DELETE says that a spec has ended. */
    sharedInstanceUrl: string;
  }
}

/** Milliseconds without a spec after which it is stopped: at rest it takes a tenth of a processor. */
const longestRest = 15_000;

/** One instance for all specs that leave the demo unchanged: it starts with the first of them. */
class SharedInstance {
  #starting: Promise<Instance> | undefined;
  #stopping: Promise<void> = Promise.resolve();
  #resting: NodeJS.Timeout | undefined;
  #specs = 0;

  come(): Promise<Instance> {
    clearTimeout(this.#resting);
    this.#specs += 1;
    this.#starting ??= startInstance();
    return this.#starting;
  }

  leave(): void {
    this.#specs -= 1;
    if (this.#specs === 0) this.#resting = setTimeout(() => this.stop(), longestRest);
  }

  /** One that comes later starts another one. */
  stop(): Promise<void> {
    clearTimeout(this.#resting);
    const started = this.#starting;
    this.#starting = undefined;
    const stopped = this.#stopping;
    const stop = async () => {
      await stopped;
      await (await started?.catch(() => undefined))?.stop();
    };
    this.#stopping = stop();
    return this.#stopping;
  }
}

/** Offers one instance to all specs that share it. */
export default async function offerSharedInstance(project: TestProject): Promise<() => Promise<void>> {
  const shared = new SharedInstance();
  const server = createServer(async ({ method }, response) => {
    if (method === 'DELETE') {
      shared.leave();
      response.end();
      return;
    }
    try {
      const { url, signIns, dataDirectory } = await shared.come();
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
    await shared.stop();
  };
}
