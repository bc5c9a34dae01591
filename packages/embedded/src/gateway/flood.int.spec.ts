import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { costs, headers } from '@groundswell/contracts';
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

describe('a client that opens many streams', () => {
  it('uses up no connection that an answer needs', async () => {
    const port = await open();
    const streams = await Promise.all(
      Array.from({ length: 200 }, (_, index) => dial(port, `127.0.0.${2 + (index % 2)}`, get('/api/live/'))),
    );
    await expect.poll(() => streams.every((stream) => stream.heard().includes('position'))).toBe(true);
    const reader = await dial(port, '127.0.0.4', get('/api/get_concepts/'));
    await expect.poll(() => reader.heard()).toContain('whole');
  });
});

describe('a client that writes the address of a stream in another way', () => {
  it.each(['/api/liv%65/', '/api/./live/', '/api/live#'])(
    'uses up no place that the pages of the web app need: %s',
    async (path) => {
      const port = await open(undefined, 0.05);
      const streams = await Promise.all(Array.from({ length: 4 }, () => dial(port, '127.0.0.2', get(path))));
      await expect.poll(() => streams.every((stream) => stream.heard() !== '')).toBe(true);
      const page = await dial(port, '127.0.0.2', get('/see_concepts'));
      await expect.poll(() => page.heard()).toContain('whole');
      expect(reached).toStrictEqual(['/see_concepts']);
    },
  );
});

describe('a client that opens many connections', () => {
  it('is told to come back beyond its network’s limit, while others are answered', async () => {
    const port = await open({
      receiving: 30_000,
      connections: 20,
      connectionsOfNetwork: 5,
      bodies: { ofNetwork: 5, all: 5 },
    });
    await Promise.all(Array.from({ length: 5 }, () => dial(port, '127.0.0.2', '')));
    const more = await dial(port, '127.0.0.2', '');
    await expect.poll(() => more.heard()).toMatch(/^HTTP\/1.1 503 /);
    const other = await dial(port, '127.0.0.3', get('/api/get_concepts/'));
    await expect.poll(() => other.heard()).toContain('whole');
  });
});

describe('a client that exceeds the limit of a kind of call', () => {
  const few = 0.05;

  it('gets 503 at once, while others are answered', async () => {
    const port = await open(undefined, few);
    const join = `${halfSent('/user/register/').replace('1000', '10')}1}`;
    const statusFrom = async (network: string): Promise<string | undefined> => {
      const socket = await dial(port, network, join);
      await once(socket, 'data');
      return /^HTTP\/1.1 (\d+)/.exec(socket.heard())?.[1];
    };
    const heard: (string | undefined)[] = [];
    while (!heard.includes('503') && heard.length < 100) heard.push(await statusFrom('127.0.0.2'));
    expect([heard[0], heard.at(-1)]).toStrictEqual(['200', '503']);
    expect(await statusFrom('127.0.0.3')).toBe('200');
    const otherCall = await dial(port, '127.0.0.2', get('/api/get_concepts/'));
    await expect.poll(() => otherCall.heard()).toContain('whole');
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('requests were shed');
    expect(lines.filter(({ msg }) => msg === 'answered').length).toBeLessThan(heard.length + 2);
  });

  it('also gets 503 when each request has an expectation that no server meets', async () => {
    const port = await open(undefined, few);
    const socket = await dial(port, '127.0.0.2', '');
    const answers = () => [...socket.heard().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    for (let sent = 1; !answers().includes('503') && sent <= 50; sent += 1) {
      socket.write(get('/api/get_concepts/').replace('Host', 'Expect: tea\r\nHost'));
      await expect.poll(() => answers().length, { interval: 1 }).toBe(sent);
    }
    expect([answers()[0], answers().at(-1)]).toStrictEqual(['200', '503']);
  });

  it('is read no further for a while on a connection whose request was refused', async () => {
    const port = await open(undefined, few);
    let pauses = 0;
    gateway.server.on('connection', (connection: Socket) => connection.on('pause', () => (pauses += 1)));
    const socket = await dial(port, '127.0.0.2', '');
    const count = (what: string) => socket.heard().split(what).length - 1;
    const started = performance.now();
    for (let sent = 1; count('HTTP/1.1 503') < 3 && sent <= 200; sent += 1) {
      socket.write(get('/api/get_audit/'));
      await expect.poll(() => count('HTTP/1.1 '), { interval: 1 }).toBe(sent);
    }
    expect(count('HTTP/1.1 503')).toBe(3);
    expect(performance.now() - started).toBeGreaterThan(290);
    await expect.poll(() => pauses).toBe(3);
  });

  it('is also read no further for a while on a connection that a service told to come back later', async () => {
    const socket = await dial(await open(), '127.0.0.2', '');
    const heard = () => socket.heard().split('HTTP/1.1 429').length - 1;
    const started = performance.now();
    for (let sent = 1; sent <= 4; sent += 1) {
      socket.write(get('/user/sign_in_options/'));
      await expect.poll(heard, { interval: 1 }).toBe(sent);
    }
    expect(performance.now() - started).toBeGreaterThan(690);
  });

  it('is soon read again once one of its requests was accepted', async () => {
    // A second of waiting gives it one request again, though it has a quarter of its rate.
    const socket = await dial(await open(undefined, 0.4), '127.0.0.2', '');
    let sent = 0;
    const ask = async (): Promise<{ status: string; took: number }> => {
      const started = performance.now();
      socket.write(get('/api/get_audit/'));
      sent += 1;
      const answers = () => [...socket.heard().matchAll(/HTTP\/1\.1 (\d+)/g)];
      await expect.poll(() => answers().length, { interval: 1 }).toBe(sent);
      return { status: answers().at(-1)?.[1] ?? '', took: performance.now() - started };
    };
    const until = async (holds: (status: string) => boolean): Promise<void> => {
      while (!holds((await ask()).status));
    };
    await until((status) => status === '503');
    for (let shed = 1; shed < 4; shed += 1) await ask();
    await setTimeout(1_500);
    expect((await ask()).status).not.toBe('503');
    await until((status) => status === '503');
    expect((await ask()).took).toBeLessThan(500);
  });
});

describe('networks that were told to come back later', () => {
  const held = async (path: string) => {
    const port = await open();
    const each = (what: string) =>
      Promise.all(
        Array.from({ length: costs.read.ofRefused + 5 }, (_, index) =>
          dial(port, `127.0.1.${index + 1}`, get(what)),
        ),
      );
    const told = await each(path);
    await expect.poll(() => told.every(({ heard }) => heard().includes('HTTP/1.1 429'))).toBe(true);
    return { port, told, waiting: await each('/api/get_concepts/?wait=/never') };
  };

  it('share a few places together, and leave others theirs', async () => {
    const { port, waiting } = await held('/user/sign_in_options/');
    await expect.poll(() => waiting.filter(({ heard }) => heard().includes('HTTP/1.1 503'))).toHaveLength(5);
    const other = await dial(port, '127.0.0.2', get('/api/get_concepts/'));
    await expect.poll(() => other.heard()).toContain('whole');
  });

  it('keep theirs when the limit is of one signed-in person', async () => {
    const { told, waiting } = await held('/user/user/');
    await expect
      .poll(() => reached.filter((url) => url.endsWith('/never')).length + shedAmong(waiting))
      .toBe(waiting.length);
    expect(shedAmong(waiting)).toBe(0);
    expect(told[0]?.heard()).not.toContain(headers.limitOf);
  });
});

describe('a kind of call with few places', () => {
  it('keeps to that number, from however many networks it is called, and leaves other calls theirs', async () => {
    const port = await open();
    const { atOnce, ofNetwork } = costs.upload;
    const networkOf = (index: number) => `127.0.0.${2 + Math.floor(index / ofNetwork)}`;
    await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        dial(port, networkOf(index), halfSent('/api/upload_file/')),
      ),
    );
    await expect.poll(() => reached.length).toBe(atOnce);
    const more = await dial(port, networkOf(atOnce), halfSent('/api/upload_file/'));
    await expect.poll(() => more.heard()).toMatch(/^HTTP\/1.1 503 /);
    const other = await dial(port, networkOf(atOnce), get('/api/get_concepts/'));
    await expect.poll(() => other.heard()).toContain('whole');
  });
});

describe('a client that sends another request before the first is answered', () => {
  it('loses the connection, and keeps no place behind a stream', async () => {
    const port = await open();
    const stream = await dial(port, '127.0.0.2', get('/api/live'));
    await expect.poll(() => stream.heard()).toContain('position');
    stream.write(get('/see_concepts'));
    await untilClosed(stream);
    expect(reached).toStrictEqual(['/api/live']);
  });

  it('loses it however many there are', async () => {
    const port = await open();
    const many = await dial(port, '127.0.0.2', get('/api/get_concepts/').repeat(500));
    await untilClosed(many);
    expect(reached.length).toBeLessThan(2);
  });
});

describe('the gateway’s own answer', () => {
  it('is a problem document with the security headers, also for an unreadable URL', async () => {
    const port = await open();
    const malformed = await fetch(`http://127.0.0.1:${port}/api/%zz/`);
    expect([malformed.status, malformed.headers.get('content-type')]).toStrictEqual([
      400,
      'application/problem+json',
    ]);
    expect(malformed.headers.get('x-content-type-options')).toBe('nosniff');
    expect(malformed.headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  it('names the methods that a URL accepts when another one is used', async () => {
    const port = await open();
    const asked = await dial(
      port,
      '127.0.0.2',
      'TRACE /api/get_concepts/ HTTP/1.1\r\nHost: spec\r\nConnection: close\r\n\r\n',
    );
    await expect.poll(() => asked.heard()).toContain('MethodNotAllowed');
    expect(asked.heard()).toMatch(/^HTTP\/1.1 405 .*\r\nallow: GET, HEAD\r\n/s);
    expect(reached).toStrictEqual([]);
  });

  it('leaves nothing of a URL in the log', async () => {
    const port = await open();
    await fetch(`http://127.0.0.1:${port}/ada@example.com`);
    await expect.poll(() => lines.map(({ route }) => route)).toContain('(web)');
    expect(JSON.stringify(lines)).not.toContain('ada@');
  });

  it('forwards a request without the headers meant only for this connection', async () => {
    const port = await open();
    const asked = await dial(
      port,
      '127.0.0.2',
      'GET /api/get_concepts/ HTTP/1.1\r\nHost: spec\r\nKeep-Alive: timeout=5\r\nUpgrade: h2c\r\nConnection: keep-alive\r\n\r\n',
    );
    await expect.poll(() => asked.heard()).toContain('whole');
  });
});
