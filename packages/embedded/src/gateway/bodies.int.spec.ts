import { once } from 'node:events';
import { costs } from '@groundswell/contracts';
import { untilClosed } from '@groundswell/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  close,
  dial,
  gateway,
  get,
  halfSent,
  lines,
  open,
  reached,
  shedAmong,
} from './spec-kit/flooded-gateway.js';

afterEach(close);

describe('a client that sends half of a body', () => {
  it('blocks no service, and after a few gets 503 at once, while others are answered', async () => {
    const port = await open();
    await Promise.all(Array.from({ length: 32 }, () => dial(port, '127.0.0.2', halfSent('/user/token/'))));
    const more = await dial(port, '127.0.0.2', halfSent('/user/token/'));
    await expect.poll(() => more.heard()).toMatch(/^HTTP\/1.1 503 /);
    expect(more.heard()).toMatch(/retry-after: 1\r\n/);
    const other = await dial(port, '127.0.0.3', `${halfSent('/user/token/').replace('1000', '10')}1}`);
    await expect.poll(() => other.heard()).toContain('whole');
    expect(reached).toStrictEqual(['/user/token/']);
  });

  it.each(['/user/token/', '/api/upload_file/'])(
    'of %s and leaves ends no process, and is not logged as a fault',
    async (path) => {
      const port = await open();
      const most = path === '/api/upload_file/' ? costs.upload.ofNetwork : 32;
      const sockets = await Promise.all(
        Array.from({ length: most }, () => dial(port, '127.0.0.2', halfSent(path))),
      );
      await expect
        .poll(() => (path === '/api/upload_file/' ? reached.length : sockets.length))
        .toBe(sockets.length);
      for (const socket of sockets) socket.destroy();
      const whole = `${halfSent(path).replace('1000', '10')}1}`;
      await expect
        .poll(async () => {
          const again = await dial(port, '127.0.0.2', whole);
          await once(again, 'data');
          return again.heard();
        })
        .toContain('whole');
      expect(lines.filter(({ level }) => level === 'error')).toStrictEqual([]);
    },
  );
});

describe('a body on a call that has none', () => {
  it.each([
    ['of a length', 'Content-Length: 5\r\n\r\n{"a":'],
    ['in pieces', 'Transfer-Encoding: chunked\r\n\r\n'],
  ])('is refused before it arrives, %s', async (_what, body) => {
    const port = await open();
    const socket = await dial(port, '127.0.0.2', `GET /api/get_concepts/ HTTP/1.1\r\nHost: spec\r\n${body}`);
    await once(socket, 'data');
    expect(socket.heard()).toMatch(/^HTTP\/1.1 413 /);
    expect(reached).toStrictEqual([]);
  });

  it('counts like any other request', async () => {
    const port = await open(undefined, 0.05);
    const socket = await dial(port, '127.0.0.2', '');
    const answers = () => [...socket.heard().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    for (let sent = 1; !answers().includes('503') && sent <= 50; sent += 1) {
      socket.write(`${get('/api/get_concepts/').replace('Host', 'Content-Length: 1\r\nHost')}x`);
      await expect.poll(() => answers().length, { interval: 1 }).toBe(sent);
    }
    expect([answers()[0], answers().at(-1)]).toStrictEqual(['413', '503']);
  });
});

describe('a body in pieces', () => {
  it.each([
    ['is refused, and none of its pieces is read', 'POST', /^HTTP\/1.1 411 .*"code":"LengthRequired"/s],
    ['is refused for its method where that is wrong', 'PUT', /^HTTP\/1.1 405 .*\r\nallow: POST\r\n/s],
  ])('%s', async (_what, method, expected) => {
    const beginning = `${method} /user/token/ HTTP/1.1\r\nHost: spec\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const socket = await dial(await open(), '127.0.0.2', beginning + '1\r\na\r\n'.repeat(1_000));
    await untilClosed(socket);
    expect(socket.heard()).toMatch(expected);
    expect(reached).toStrictEqual([]);
  });
});

describe('clients of many networks that send half of a body', () => {
  it('keep no one else from a place', async () => {
    const port = await open();
    const { atOnce, ofNetwork } = costs.session;
    await Promise.all(
      Array.from({ length: atOnce + 5 }, (_, index) =>
        dial(port, `127.0.1.${2 + Math.floor(index / ofNetwork)}`, halfSent('/user/token/refresh/')),
      ),
    );
    const whole = await dial(
      port,
      '127.0.0.2',
      `${halfSent('/user/token/refresh/').replace('1000', '10')}1}`,
    );
    await expect.poll(() => whole.heard()).toContain('whole');
  });

  it('take no more places than there are when the other halves come together, and then no half is waited for', async () => {
    const port = await open();
    const { atOnce, ofNetwork } = costs.session;
    const path = '/user/token/refresh/?until=/never';
    let asked = 0;
    gateway.server.on('request', () => (asked += 1));
    const half = (index: number) =>
      dial(port, `127.0.1.${2 + Math.floor(index / ofNetwork)}`, halfSent(path).replace('1000', '10'));
    const sockets = await Promise.all(Array.from({ length: atOnce + 5 }, (_, index) => half(index)));
    await expect.poll(() => asked).toBe(sockets.length);
    for (const socket of sockets) socket.write('1}');
    await expect.poll(() => [reached.length, shedAmong(sockets)]).toStrictEqual([atOnce, 5]);
    const more = await dial(port, '127.0.0.2', halfSent(path));
    await expect.poll(() => more.heard()).toMatch(/^HTTP\/1.1 503 /);
  });

  it('lose one when there are too many, the oldest of the network that owes most', async () => {
    const port = await open({
      receiving: 30_000,
      connections: 100,
      connectionsOfNetwork: 50,
      bodies: { ofNetwork: 5, all: 10 },
    });
    let asked = 0;
    gateway.server.on('request', () => (asked += 1));
    const half: Awaited<ReturnType<typeof dial>>[] = [];
    for (const last of [2, 3, 4, 4, 4, 4, 4, 3, 3, 3]) {
      half.push(await dial(port, `127.0.1.${last}`, halfSent('/user/token/refresh/')));
      await expect.poll(() => asked).toBe(half.length);
    }
    // Has no body.
    const later = await dial(port, '127.0.0.3', get('/api/get_concepts/'));
    await expect.poll(() => later.heard()).toContain('whole');
    const whole = await dial(
      port,
      '127.0.0.2',
      `${halfSent('/user/token/refresh/').replace('1000', '10')}1}`,
    );
    await expect.poll(() => whole.heard()).toContain('whole');
    expect(half.flatMap(({ closed }, index) => (closed ? [index] : []))).toStrictEqual([2]);
  });
});
