import { createSandbox, type SandboxOptions } from '@groundswell/broker-sandbox';

/** The broker's sandbox in this process: no spec of the workers kills it, and a process takes half a second of processor. */
export const openSandbox = async (options: Partial<SandboxOptions> = {}) => {
  const server = createSandbox({ now: () => new Date(), ...options });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => server.close() };
};
