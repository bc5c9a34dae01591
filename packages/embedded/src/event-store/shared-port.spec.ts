import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listenOnSharedPort, type SharedPort } from './shared-port.js';

const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

let shared: SharedPort;
let taken: Socket[];
let client: Socket;
beforeEach(async () => {
  taken = [];
  shared = await listenOnSharedPort(
    { host: '127.0.0.1', port: 0, patience: 100 },
    (socket) => taken.push(socket),
    (_request, response) => response.end('plain'),
  );
  client = connect(shared.port, '127.0.0.1').setNoDelay(true);
  await once(client, 'connect');
});
afterEach(() => {
  client.destroy();
  shared.stopListening();
  shared.cut();
});

describe('a port for gRPC and plain HTTP', () => {
  it('knows gRPC also when its beginning comes in pieces, and hands over every byte', async () => {
    client.write(preface.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.write(preface.slice(5));
    await expect.poll(() => taken.length).toBe(1);
    let read = '';
    taken[0]?.on('data', (chunk) => {
      read += chunk;
    });
    await expect.poll(() => read).toBe(preface);
  });

  it('answers plain HTTP also when its first byte is that of gRPC', async () => {
    client.write('P');
    await new Promise((resolve) => setTimeout(resolve, 20));
    client.write('UT / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    let answer = '';
    client.on('data', (chunk) => {
      answer += chunk;
    });
    await once(client, 'close');
    expect(answer).toContain('plain');
    expect(taken).toEqual([]);
  });

  it.each(['GET / HTTP/1.1\r\nhost: half', 'G'])(
    'closes the connection of a half-sent request: %j',
    async (half) => {
      client.on('error', () => undefined).write(half);
      await once(client, 'close');
    },
  );

  it('closes a connection on which nothing is sent, and no other', async () => {
    const silent = connect(shared.port, '127.0.0.1');
    client.write(preface);
    await once(silent, 'close');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(taken[0]?.destroyed).toBe(false);
  });
});
