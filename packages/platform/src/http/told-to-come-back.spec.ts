import { connect } from 'node:net';
import { untilClosed } from '@groundswell/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGreetings } from './spec-kit/greetings.js';

let greetings: Awaited<ReturnType<typeof startGreetings>>;
beforeAll(async () => {
  greetings = await startGreetings();
});
afterAll(() => greetings.close());

describe('a connection on which a command is shed', () => {
  const command = (body: string) =>
    `POST /api/greet/en/ HTTP/1.1\r\nHost: spec\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const dial = async () => {
    const flooded = await startGreetings({ networkFactor: 0.02 });
    const socket = connect(Number(new URL(flooded.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    const statuses = () => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    return { socket, statuses, close: () => flooded.close() };
  };

  it('is kept where the body is short, so that the sender waits instead of connecting again', async () => {
    const { socket, statuses, close } = await dial();
    const started = performance.now();
    for (let sent = 1; sent <= 4; sent += 1) {
      socket.write(command('{"name":"Ann"}'));
      await expect.poll(() => statuses().length, { interval: 1 }).toBe(sent);
    }
    expect(statuses()).toEqual([200, 503, 503, 503]);
    expect(performance.now() - started).toBeGreaterThan(290);
    socket.destroy();
    await close();
  });

  it.each([0, 3])(
    'is closed later where the body is long, and once, after %d that were kept',
    async (kept) => {
      const { socket, statuses, close } = await dial();
      socket.on('error', () => undefined);
      for (let sent = 1; sent <= 1 + kept; sent += 1) {
        socket.write(command('{"name":"Ann"}'));
        await expect.poll(() => statuses().length, { interval: 1 }).toBe(sent);
      }
      socket.write(
        'POST /api/greet/en/ HTTP/1.1\r\nHost: spec\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
      );
      await expect.poll(() => statuses().length, { interval: 1 }).toBe(kept + 2);
      const answered = performance.now();
      await untilClosed(socket);
      expect(performance.now() - answered).toBeGreaterThan(345);
      expect(performance.now() - answered).toBeLessThan(1_000);
      await close();
    },
  );

  it('is closed where the body is long, which is not read', async () => {
    const { socket, statuses, close } = await dial();
    socket.write(command(JSON.stringify({ name: 'a'.repeat(70_000) })));
    await untilClosed(socket);
    expect(statuses()).toEqual([413]);
    await close();
  });
});

describe('a connection on which requests are told to come back later', () => {
  /** Milliseconds that some such requests take, one after the other. */
  const timeOf = async (times: number, head: string): Promise<number> => {
    const socket = connect(Number(new URL(greetings.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    const started = performance.now();
    for (let sent = 1; sent <= times; sent += 1) {
      socket.write(`GET /api/fails/?kind=outage HTTP/1.1\r\nHost: spec\r\n${head}\r\n`);
      await expect.poll(() => heard.split('HTTP/1.1 503').length - 1, { interval: 1 }).toBe(sent);
    }
    socket.destroy();
    return performance.now() - started;
  };

  it('is read no further for a while', async () => {
    expect(await timeOf(3, '')).toBeGreaterThan(290);
  });

  it('is read on at once where it is a proxy’s, which has requests of other people as well', async () => {
    expect(await timeOf(9, 'X-Forwarded-For: 203.0.113.9\r\n')).toBeLessThan(2_000);
  });
});

describe('networks that were told to come back later', () => {
  /** How many of twelve networks find no place, after one person in each of them was told so. */
  const shedAfter = async (path: string): Promise<number> => {
    const { url, bearer, close } = await startGreetings({ networkFactor: 0.1 });
    const headers = await bearer('user');
    const networks = Array.from({ length: 12 }, (_, index) => `203.0.113.${index + 1}`);
    const ask = (where: string) =>
      Promise.all(
        networks.map((network) =>
          fetch(`${url}${where}`, { headers: { ...headers, 'x-forwarded-for': network } }),
        ),
      );
    expect((await ask(path)).map(({ status }) => status)).toEqual(networks.map(() => 429));
    const held = await ask('/api/fails/?kind=endless');
    await close();
    return held.filter(({ status }) => status === 503).length;
  };

  it('share a few places', async () => {
    expect(await shedAfter('/api/fails/?kind=limit')).toBe(2);
  });

  it('keep theirs when the limit is of one signed-in person', async () => {
    expect(await shedAfter('/api/limited/')).toBe(0);
  });
});
