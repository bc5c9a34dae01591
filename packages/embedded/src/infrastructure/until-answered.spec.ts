import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ending, ready, starting } from './spec-kit/answers.js';
import { untilAnswered } from './until-answered.js';

let server: Server | undefined;
const sockets: Socket[] = [];
const unheard = () => undefined;
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
});

/** Answers the first connections with one thing, and later ones with another; closes them where there is none. */
const standIn = async (times: number, first: Buffer | undefined, then: Buffer | undefined) => {
  let asked = 0;
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      asked += 1;
      const answer = asked <= times ? first : then;
      if (answer === ready) socket.write(answer);
      else if (answer) socket.end(answer);
      else socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://groundswell:secret@127.0.0.1:${port}/postgres`, asked: () => asked };
};

describe('a PostgreSQL that starts', () => {
  it('is waited for as long as it says that it recovers, however long that takes', async () => {
    const { url, asked } = await standIn(5, starting, ready);
    const heard: number[] = [];
    expect(
      await untilAnswered(
        url,
        () => true,
        0,
        (milliseconds) => heard.push(milliseconds),
      ),
    ).toBe(true);
    expect(asked()).toBe(6);
    expect(heard).toHaveLength(5);
    expect(heard).toEqual(heard.toSorted((one, other) => one - other));
  });

  it('is given up when it does not answer at all', async () => {
    const { url } = await standIn(1, starting, undefined);
    expect(await untilAnswered(url, () => true, 0, unheard)).toBe(false);
  });

  it('is given up when it says that it is shutting down, and not called one that starts', async () => {
    const { url } = await standIn(2, ending, ready);
    const heard: number[] = [];
    const isStarting = (milliseconds: number) => heard.push(milliseconds);
    expect(await untilAnswered(url, () => true, 0, isStarting)).toBe(false);
    expect(heard).toEqual([]);
  });

  it('is given up once it has ended', async () => {
    const { url, asked } = await standIn(0, undefined, starting);
    expect(await untilAnswered(url, () => asked() < 2, 60_000, unheard)).toBe(false);
  });
});
