import { connect, type Socket } from 'node:net';

/** What an attacker saw: what it sent, and how it was answered, by status or by how the connection ended. */
export interface Seen {
  requests: number;
  connections: number;
  readonly answers: Record<string, number>;
}

export interface Target {
  readonly port: number;
  /** Where the attack comes from; one after the other. */
  readonly from: readonly string[];
}

const note = (seen: Seen, name: string, times = 1): void => {
  seen.answers[name] = (seen.answers[name] ?? 0) + times;
};

/** Statuses that stand in a piece of what was heard. */
const statusesIn = (chunk: Buffer): readonly string[] =>
  Array.from(chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g), ([, status]) => status ?? '');

let dialled = 0;

/** Opens a connection from the next of the attacker's addresses. */
const dial = ({ port, from }: Target, seen: Seen): Socket => {
  const localAddress = from[dialled % from.length] as string;
  dialled += 1;
  seen.connections += 1;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', (fault: NodeJS.ErrnoException) => note(seen, fault.code ?? fault.message));
  return socket;
};

export interface Flood {
  readonly target: Target;
  readonly sockets: number;
  readonly seen: Seen;
  /** What is sent as soon as a connection is there, and again after each answer. */
  readonly next: () => string | Buffer;
  /** Milliseconds before a connection that ended is opened again. */
  readonly again?: number;
}

/** As fast as its sockets give: each sends the next request as soon as the last was answered, and comes back when it is cut. */
export const flood = ({ target, sockets, seen, next, again = 5 }: Flood): void => {
  const begin = (): void => {
    const socket = dial(target, seen);
    const send = (): void => {
      seen.requests += 1;
      socket.write(next());
    };
    socket.once('connect', send);
    socket.on('data', (chunk: Buffer) => {
      const statuses = statusesIn(chunk);
      for (const status of statuses) note(seen, status);
      if (statuses.length > 0) send();
    });
    socket.once('close', () => setTimeout(begin, again));
  };
  for (let index = 0; index < sockets; index += 1) begin();
};

/** Connections that send something once and then nothing; opened again when they are cut. */
export const hold = ({ target, sockets, seen, next, again = 5 }: Flood, reads = true): void => {
  const begin = (): void => {
    const socket = dial(target, seen);
    socket.once('connect', () => {
      seen.requests += 1;
      const text = next();
      if (text.length > 0) socket.write(text);
    });
    if (reads) {
      socket.on('data', (chunk: Buffer) => {
        for (const status of statusesIn(chunk)) note(seen, status);
      });
    } else socket.pause();
    socket.once('close', () => setTimeout(begin, again));
  };
  for (let index = 0; index < sockets; index += 1) begin();
};

/** Connections that send something and leave at once, over and over. */
export const cut = ({ target, sockets, seen, next, again = 5 }: Flood, stay: number): void => {
  const begin = (): void => {
    const socket = dial(target, seen);
    socket.once('connect', () => {
      seen.requests += 1;
      socket.write(next());
      setTimeout(() => socket.destroy(), stay);
    });
    socket.once('close', () => setTimeout(begin, again));
  };
  for (let index = 0; index < sockets; index += 1) begin();
};

/** The text of a request. */
export const requestOf = (
  method: string,
  path: string,
  { body = '', head = '', length = body.length }: { body?: string; head?: string; length?: number } = {},
): string =>
  `${method} ${path} HTTP/1.1\r\nHost: load\r\n${head}${length > 0 ? `Content-Type: application/json\r\nContent-Length: ${length}\r\n` : ''}\r\n${body}`;
