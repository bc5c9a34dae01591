import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { untilAnswered } from './until-answered.js';

const message = (kind: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(kind), length, content]);
};
/** What PostgreSQL says while it recovers from a crash. */
const starting = message('E', Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'));
const ready = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);

let server: Server | undefined;
const sockets: Socket[] = [];
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
    expect(await untilAnswered(url, () => true, 0)).toBe(true);
    expect(asked()).toBe(6);
  });

  it('is given up when it does not answer at all', async () => {
    const { url } = await standIn(1, starting, undefined);
    expect(await untilAnswered(url, () => true, 0)).toBe(false);
  });

  it('is given up once it has ended', async () => {
    const { url, asked } = await standIn(0, undefined, starting);
    expect(await untilAnswered(url, () => asked() < 2, 60_000)).toBe(false);
  });
});
