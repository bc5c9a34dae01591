import { createServer } from 'node:net';

/**
 * Below the range of outgoing connections (from 32768 on Linux, from 49152 elsewhere), which could take a
 * free port before its listener has started.
 */
const range = { first: 20_000, size: 12_768 };
/** Distance between the first ports of two processes started one after the other. */
const apart = 8;

let given = 0;

/** Different for each process, so that two instances starting together do not compete for the same ports. */
const nextPort = (): number => {
  const place = process.pid * apart + given;
  given += 1;
  return range.first + (place % range.size);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A TCP port of the loopback interface that was just free, for programs that cannot choose one themselves.
 * @throws when all are taken
 */
export const freePort = async (): Promise<number> => {
  for (let tried = 0; tried < range.size; tried += 1) {
    const port = nextPort();
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${range.first} to ${range.first + range.size - 1} are taken.`);
};
