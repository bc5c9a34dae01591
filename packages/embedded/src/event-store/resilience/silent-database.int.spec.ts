import { openWay, type Way } from '@groundswell/testing';
import { describe, it } from 'vitest';
import { readRevisions, severalTested, tested } from '../conformance/event-builders.js';
import { ServerUnderTest } from '../conformance/own-server.js';
import { newStream } from '../conformance/server-under-test.js';

/**
 * Runs `work` on a server that has written and read, and whose database then stops responding without closing
 * connections.
 */
const onSilence = async (work: (server: ServerUnderTest, stream: string) => Promise<void>): Promise<void> => {
  const server = new ServerUnderTest('own process');
  let way: Way | undefined;
  await server.start(async (databaseUrl) => {
    way = await openWay(databaseUrl);
    return way.url;
  });
  try {
    const stream = newStream();
    await server.client.appendToStream(stream, severalTested(3));
    await readRevisions(server.client, stream);
    way?.silence();
    await work(server, stream);
  } finally {
    await server.stop();
    await way?.close();
  }
};

// All of them only wait for the silence to be noticed.
describe.concurrent('a database that falls silent', { timeout: 60_000 }, () => {
  it('ends the server, which can no longer write, and the next one writes at once', ({ expect }) =>
    onSilence(async (server, stream) => {
      await expect(server.client.appendToStream(stream, tested())).rejects.toThrow();
      await expect.poll(() => server.answers(), { timeout: 20_000, interval: 50 }).toBe(false);
      await server.startAgain();
      const { nextExpectedRevision } = await server.client.appendToStream(stream, tested(), {
        expectedRevision: 2n,
      });
      expect(nextExpectedRevision).toBe(3n);
    }));

  it('keeps no reader waiting forever, and the next one is answered', ({ expect }) =>
    onSilence(async (server, stream) => {
      await expect(readRevisions(server.client, stream)).rejects.toMatchObject({ type: 'unavailable' });
      expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n]);
    }));
});
