import { BACKWARDS, END, jsonEvent } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const withEvents = async (count: number): Promise<string> => {
  const stream = newStream();
  await server.client.appendToStream(stream, severalTested(count));
  return stream;
};

describe('section 10: stream metadata', () => {
  it('are one event of the stream with two dollars before its name', async () => {
    const stream = newStream();
    const set = await server.client.setStreamMetadata(stream, {
      maxCount: 7,
      cacheControl: 10,
      acl: { readRoles: ['a', 'b'], writeRoles: ['c'] },
      owner: 'x',
    });
    const got = await server.client.getStreamMetadata(stream);
    expect(got.metadata).toEqual({
      maxCount: 7,
      cacheControl: 10,
      acl: { readRoles: ['a', 'b'], writeRoles: ['c'] },
      owner: 'x',
    });
    expect(got.metastreamRevision).toBe(set.position?.commit);
    const [event] = await collect(server.client.readStream(`$$${stream}`));
    expect(event?.event).toMatchObject({ type: '$metadata', revision: 0n, isJson: true });
  });

  it('of which only the last event is read', async () => {
    const stream = newStream();
    for (const owner of ['a', 'b', 'c']) await server.client.setStreamMetadata(stream, { owner });
    expect(await readRevisions(server.client, `$$${stream}`)).toEqual([2n]);
    expect((await server.client.getStreamMetadata(stream)).metadata).toEqual({ owner: 'c' });
  });

  it('are nothing for a stream that has none', async () => {
    const { metadata } = await server.client.getStreamMetadata(await withEvents(1));
    expect(metadata).toBeUndefined();
  });
});

describe('section 10: truncation at the time of the read', () => {
  it.each([
    { name: '$maxCount', metadata: { maxCount: 2 }, seen: [3n, 4n] },
    { name: '$tb', metadata: { truncateBefore: 1 }, seen: [1n, 2n, 3n, 4n] },
    { name: 'the stricter of both', metadata: { truncateBefore: 1, maxCount: 3 }, seen: [2n, 3n, 4n] },
    { name: 'a $tb behind the end', metadata: { truncateBefore: 99 }, seen: [] },
    {
      name: 'a $maxCount of nothing, which is ignored',
      metadata: { maxCount: 0 },
      seen: [0n, 1n, 2n, 3n, 4n],
    },
    {
      name: 'a negative $tb, which is ignored',
      metadata: { truncateBefore: -1 },
      seen: [0n, 1n, 2n, 3n, 4n],
    },
  ])('$name takes effect at once, forwards and backwards', async ({ metadata, seen }) => {
    const stream = await withEvents(5);
    await server.client.setStreamMetadata(stream, metadata);
    expect(await readRevisions(server.client, stream)).toEqual(seen);
    expect(await readRevisions(server.client, stream, { fromRevision: 0n, maxCount: 9 })).toEqual(seen);
    const backwards = await readRevisions(server.client, stream, {
      direction: BACKWARDS,
      fromRevision: END,
    });
    expect(backwards).toEqual(seen.toReversed());
  });

  it('moves along with $maxCount as events are added', async () => {
    const stream = await withEvents(2);
    await server.client.setStreamMetadata(stream, { maxCount: 2 });
    await server.client.appendToStream(stream, tested());
    expect(await readRevisions(server.client, stream)).toEqual([1n, 2n]);
  });

  it('counts only what is seen: a count of two after $tb gives two', async () => {
    const stream = await withEvents(5);
    await server.client.setStreamMetadata(stream, { truncateBefore: 2 });
    expect(await readRevisions(server.client, stream, { maxCount: 2 })).toEqual([2n, 3n]);
  });

  it('drops what is older than $maxAge; a stream of which nothing is left is empty, not missing', async () => {
    const stream = await withEvents(3);
    await server.client.setStreamMetadata(stream, { maxAge: 1 });
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n]);
    await expect
      .poll(() => readRevisions(server.client, stream), { timeout: 5_000, interval: 100 })
      .toEqual([]);
    await server.client.appendToStream(stream, tested());
    expect(await readRevisions(server.client, stream, { maxCount: 1 })).toEqual([3n]);
  });

  it('is undone by other metadata, as long as no scavenge has run', async () => {
    const stream = await withEvents(3);
    await server.client.setStreamMetadata(stream, { truncateBefore: 3 });
    expect(await readRevisions(server.client, stream)).toEqual([]);
    await server.client.setStreamMetadata(stream, {});
    expect(await readRevisions(server.client, stream)).toEqual([0n, 1n, 2n]);
  });

  it.each(['no json', '[1]', '{"$maxCount":"2","$tb":1.5,"$maxAge":0}'])(
    'ignores invalid metadata: %s',
    async (text) => {
      const stream = await withEvents(2);
      const event = { ...jsonEvent({ type: '$metadata', data: {} }), data: Buffer.from(text) };
      await server.client.appendToStream(`$$${stream}`, {
        ...event,
        contentType: 'application/octet-stream',
      });
      expect(await readRevisions(server.client, stream)).toEqual([0n, 1n]);
    },
  );
});
