import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Dialled, dial as dialFrom, untilClosed } from '@groundswell/testing';
import { Module } from '@nestjs/common';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../logging/log.js';
import { boundedServer, type ServerBounds, usualBounds } from './bounded-server.js';
import { startHttpService } from './start-http-service.js';

@Module({})
class Nothing {}

let server: Server;
const sockets: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.closeAllConnections();
  server?.close();
});

/** Answers once the body has come whole; a stream begins at once and never ends. */
const open = async (bounds: ServerBounds): Promise<void> => {
  server = boundedServer(bounds, (request, response) => {
    if (request.url === '/stream') response.writeHead(200).write('open');
    else request.resume().once('end', () => response.end('whole'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
};

const portOf = (of: Server): number => (of.address() as AddressInfo).port;

const dial = async (port = portOf(server), localAddress?: string): Promise<Dialled> => {
  const socket = await dialFrom(port, localAddress);
  sockets.push(socket);
  return socket;
};

const head = (more: string): string => `POST / HTTP/1.1\r\nHost: spec\r\n${more}`;

describe('a server within its bounds', () => {
  it.each([
    ['a body', head('Content-Length: 100\r\n\r\n')],
    ['a head', head('X-Slow: ')],
  ])('closes a connection that sends %s drop by drop', async (_what, beginning) => {
    await open({ receiving: 300, connections: 10, connectionsOfNetwork: 10 });
    const slow = await dial();
    slow.write(beginning);
    const dripping = setInterval(() => slow.write('x'), 20);
    await untilClosed(slow);
    clearInterval(dripping);
    expect(slow.heard()).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  it('lets an answer take its time', async () => {
    await open({ receiving: 150, connections: 10, connectionsOfNetwork: 10 });
    const reader = await dial();
    reader.write('GET /stream HTTP/1.1\r\nHost: spec\r\n\r\n');
    await expect.poll(() => reader.heard()).toContain('open');
    await new Promise((later) => setTimeout(later, 600));
    expect(reader.closed).toBe(false);
  });

  it('closes the connection that has owed a request longest when all are taken, and none that waits for an answer', async () => {
    await open({ receiving: 10_000, connections: 3, connectionsOfNetwork: 10 });
    const reader = await dial();
    reader.write('GET /stream HTTP/1.1\r\nHost: spec\r\n\r\n');
    await expect.poll(() => reader.heard()).toContain('open');
    const half = await dial();
    half.write(head('Content-Length: 100\r\n\r\n{'));
    const silent = await dial();
    const whole = await dial();
    await untilClosed(half);
    whole.write(head('Content-Length: 0\r\n\r\n'));
    await expect.poll(() => whole.heard()).toContain('whole');
    await new Promise((later) => setTimeout(later, 300));
    const again = await dial();
    await untilClosed(silent);
    again.write(head('Content-Length: 0\r\n\r\n'));
    await expect.poll(() => again.heard()).toContain('whole');
    expect([reader.closed, whole.closed]).toEqual([false, false]);
  });

  it('closes the longest idle connection when all have been answered, until only streams are left', async () => {
    await open({ receiving: 10_000, connections: 2, connectionsOfNetwork: 10 });
    const first = await dial();
    first.write(head('Content-Length: 0\r\n\r\n'));
    await expect.poll(() => first.heard()).toContain('whole');
    const readers = [await dial()];
    const ask = async (reader: (typeof readers)[number]) => {
      reader.write('GET /stream HTTP/1.1\r\nHost: spec\r\n\r\n');
      await expect.poll(() => reader.heard()).toContain('open');
    };
    await ask(readers[0] as (typeof readers)[number]);
    const third = await dial();
    await untilClosed(first);
    await ask(third);
    const fourth = await dial();
    await untilClosed(fourth);
    expect([third.closed, readers[0]?.closed]).toEqual([false, false]);
  });

  it('closes an idle connection of the network that has most of them, and none that has just come', async () => {
    await open({ receiving: 10_000, connections: 4, connectionsOfNetwork: 10 });
    const answered = async (address: string) => {
      const socket = await dial(portOf(server), address);
      socket.write(head('Content-Length: 0\r\n\r\n'));
      await once(socket, 'data');
      return socket;
    };
    const proxy = await answered('127.0.0.1');
    const many = [await answered('127.0.0.2'), await answered('127.0.0.2')];
    const justCome = await dial();
    await dial(portOf(server), '127.0.0.2');
    await expect.poll(() => many.map(({ closed }) => closed)).toEqual([true, false]);
    expect([proxy.closed, justCome.closed]).toEqual([false, false]);
  });

  it('limits how fast a network can open connections', async () => {
    await open({
      receiving: 10_000,
      connections: 100,
      connectionsOfNetwork: 100,
      newConnections: { perSecond: 0, burst: 2 },
    });
    for (const expected of [/whole/, /whole/, /503/]) {
      const socket = await dial();
      socket.write(head('Content-Length: 0\r\n\r\n'));
      await expect.poll(() => socket.heard()).toMatch(expected);
      socket.destroy();
    }
  });

  it('tells a network at its limit of connections to come back, and accepts others', async () => {
    await open({ receiving: 10_000, connections: 10, connectionsOfNetwork: 2 });
    const [first] = [await dial(), await dial()];
    const third = await dial();
    third.write(head('Content-Length: 0\r\n\r\n'));
    await untilClosed(third);
    expect(third.heard()).toMatch(/^HTTP\/1.1 503 .*Retry-After: 5/s);
    const other = await dial(portOf(server), '127.0.0.2');
    other.write(head('Content-Length: 0\r\n\r\n'));
    await expect.poll(() => other.heard()).toContain('whole');
    first.destroy();
    await expect
      .poll(async () => {
        const again = await dial();
        again.write(head('Content-Length: 0\r\n\r\n'));
        await Promise.race([once(again, 'data'), untilClosed(again)]);
        return again.heard();
      })
      .toContain('whole');
  });

  it('answers a refused connection at once and closes it a second later, up to 500 of them', async () => {
    await open({ receiving: 10_000, connections: 10, connectionsOfNetwork: 1 });
    const taken = await dial();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = await Promise.all(Array.from({ length: 500 }, () => dial()));
    const oneMore = await dial();
    await untilClosed(oneMore);
    expect(oneMore.heard()).toContain('503');
    expect(refused.map((each) => each.heard().slice(9, 12))).toEqual(refused.map(() => '503'));
    vi.advanceTimersByTime(999);
    await untilClosed(await dial());
    expect(refused.filter((each) => each.closed)).toHaveLength(0);
    vi.advanceTimersByTime(1);
    await Promise.all(refused.map((each) => each.closed || untilClosed(each)));
    taken.destroy();
    await untilClosed(taken);
    const again = await dial();
    again.write(head('Content-Length: 0\r\n\r\n'));
    await once(again, 'data');
    expect(again.heard()).toContain('whole');
  });

  it('limits how many connections are closed for one network once all are taken', async () => {
    const cuts = { perSecond: 0, burst: 1 };
    await open({ receiving: 10_000, connections: 2, connectionsOfNetwork: 10, cuts });
    const half = async (): Promise<Socket & { heard(): string }> => {
      const socket = await dial(portOf(server), '127.0.0.2');
      socket.write(head('Content-Length: 1\r\n\r\n'));
      return socket;
    };
    const first = await half();
    await half();
    await half();
    await untilClosed(first);
    const refused = await half();
    await once(refused, 'data');
    expect(refused.heard()).toMatch(/^HTTP\/1.1 503 /);
    const other = await dial();
    other.write(head('Content-Length: 0\r\n\r\n'));
    await once(other, 'data');
    expect(other.heard()).toContain('whole');
  });

  it('ends the requests of a flood on one connection without a stack for each', async () => {
    const stacks: string[] = [];
    server = boundedServer(usualBounds, (request) => {
      request.on('error', ({ stack = '' }) => stacks.push(stack));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const usual = Error.stackTraceLimit;
    const socket = await dial();
    socket.write('GET / HTTP/1.1\r\nHost: spec\r\n\r\n'.repeat(100));
    await untilClosed(socket);
    await expect.poll(() => stacks).toHaveLength(1);
    expect(stacks.filter((stack) => stack.includes('\n    at '))).toEqual([]);
    expect(Error.stackTraceLimit).toBe(usual);
  });

  it.each([
    ['many requests', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 2, ''],
    ['requests without a host', 'GET / HTTP/1.1\r\n\r\n', 1, 'HTTP/1.1 400 Bad Request'],
  ])('parses no more of a packet of %s than it refuses', async (_what, request, most, answer) => {
    await open(usualBounds);
    let parsed = 0;
    server.prependListener('request', () => (parsed += 1));
    const socket = await dial();
    socket.write(request.repeat(2_500));
    await untilClosed(socket);
    expect([parsed, socket.heard().split('\r\n')[0]]).toEqual([most, answer]);
    const next = await dial();
    next.write(head('Content-Length: 0\r\n\r\n'));
    await expect.poll(() => next.heard()).toContain('whole');
  });

  it('reads a body in pieces, unless it is told not to: then it reads no piece, and ends the connection', async () => {
    const pieces: string[] = [];
    const hear = async (readsNoPieces: boolean) => {
      server = boundedServer({ ...usualBounds, readsNoPieces }, (request, response) => {
        request.on('data', (piece) => pieces.push(String(piece))).once('end', () => response.end('whole'));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = await dial();
      socket.write(head(`Transfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(1_000)}0\r\n\r\n`));
      await expect.poll(() => socket.heard()).toContain('whole');
      return socket;
    };
    const usual = await hear(false);
    expect([pieces.length, usual.heard().includes('Connection: keep-alive')]).toEqual([1_000, true]);
    server.closeAllConnections();
    server.close();
    pieces.length = 0;
    const other = await hear(true);
    await expect.poll(() => other.closed).toBe(true);
    expect(pieces).toEqual([]);
  });

  it('takes nothing for a request that comes after pieces it does not read', async () => {
    const asked: string[] = [];
    server = boundedServer({ ...usualBounds, readsNoPieces: true }, (request, response) => {
      asked.push(request.url ?? '');
      setTimeout(() => response.end('refused'), 300);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = await dial();
    const beginning = head('Transfer-Encoding: chunked\r\n\r\n');
    // As much as Node reads at once: what follows is at the beginning of the next piece that it reads.
    socket.write(beginning + 'a'.repeat(65_536 - beginning.length));
    await expect.poll(() => asked).toEqual(['/']);
    socket.write('GET /hidden HTTP/1.1\r\nHost: spec\r\n\r\n');
    await expect.poll(() => socket.closed).toBe(true);
    expect(asked).toEqual(['/']);
    expect(socket.heard()).toContain('refused');
  });

  it('gives a request half a minute', async () => {
    await open(usualBounds);
    expect(server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000, maxConnections: 3_000 });
  });
});

describe('a service', () => {
  it('holds no half-sent body for long', async () => {
    const service = await startHttpService({
      module: Nothing,
      config: { HOST: '127.0.0.1', PORT: 0 },
      log: createLog({ service: 'spec', level: 'silent' }),
      verifyToken: async () => undefined,
      networkFactor: 1_000,
      checks: {},
      bounds: { receiving: 300 },
    });
    const slow = await dial(service.port);
    slow.write(head('Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{'));
    await untilClosed(slow);
    await service.close();
  });
});
