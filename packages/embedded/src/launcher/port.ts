import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, FatalFault } from '@groundswell/platform';

/** Checks the public address before anything else starts. @throws FatalFault when it is not available */
export const refuseTakenPort = async (host: string, port: number): Promise<void> => {
  if (port === 0) return;
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = codeOf(error);
    const state = code === 'EADDRINUSE' ? 'is taken' : `is not available (${code})`;
    throw new FatalFault(`Port ${port} ${state}. Set PORT to another one, or PORT=0 for any free one.`);
  } finally {
    server.close();
  }
};
