import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server that can make its open connections fall silent. */
export interface Way {
  /** The server's address, by this way. */
  readonly url: string;
  /** From now on nothing comes through on the connections that there are; new ones are as good as before. */
  readonly silence: () => void;
  /** The same for every connection from now on, as where the server's process is stopped: taken, and never answered. */
  readonly freeze: () => void;
  /** Connections that are made from now on are as good as before. */
  readonly thaw: () => void;
  /** From now on requests still arrive, but connections break at the first answer to one, and it is lost. */
  readonly loseAnswers: () => void;
  /** Answers come through again. */
  readonly heal: () => void;
  /** How many pieces of what clients sent have come so far. */
  readonly pieces: () => number;
  readonly close: () => Promise<void>;
}

/** @param url of the server, with its port */
export const openWay = async (url: string): Promise<Way> => {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let frozen = false;
  let isLosing = false;
  let pieces = 0;
  let silenced = new WeakSet<Socket>();
  const silence = (): void => {
    silenced = new WeakSet(open);
    for (const socket of open) socket.unpipe().removeAllListeners('data').pause();
  };
  const server = createServer({ noDelay: true }, (near) => {
    if (frozen) {
      near.on('error', () => undefined).on('close', () => open.delete(near));
      open.add(near);
      return;
    }
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    near.pipe(far);
    near.on('data', () => {
      pieces += 1;
    });
    far.on('data', (answer) => {
      if (isLosing) near.destroy();
      else near.write(answer);
    });
    far.on('end', () => near.end());
    // A client that is killed while answers wait for it resets its connection, which is no end of what it sends.
    near.on('close', () => {
      if (!silenced.has(near)) far.destroy();
    });
    // Who comes while the server is away is turned away; only those that have fallen silent hear nothing.
    far.on('close', () => {
      if (!silenced.has(near)) near.end();
    });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => open.delete(socket));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    silence,
    freeze: () => {
      frozen = true;
      silence();
    },
    thaw: () => {
      frozen = false;
    },
    loseAnswers: () => {
      isLosing = true;
    },
    heal: () => {
      isLosing = false;
    },
    pieces: () => pieces,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
