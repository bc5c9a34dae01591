import {
  AccessDeniedError,
  ANY,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const withEvents = async (count: number): Promise<string> => {
  const stream = newStream();
  await server.client.appendToStream(stream, severalTested(count));
  return stream;
};
const notFound = { type: 'stream-not-found' };

describe('section 9: deleteStream', () => {
  it.each([ANY, 1n] as const)(
    'with %s hides the stream; the answer is the place of the metadata',
    async (expectedRevision) => {
      const stream = await withEvents(2);
      const { position } = await server.client.deleteStream(stream, { expectedRevision });
      await expect(readRevisions(server.client, stream)).rejects.toMatchObject(notFound);
      const [metadata] = await collect(server.client.readStream(`$$${stream}`));
      expect(metadata?.event?.position).toEqual(position);
      expect(metadata?.event?.type).toBe('$metadata');
    },
  );

  it('replaces all metadata', async () => {
    const stream = await withEvents(1);
    await server.client.setStreamMetadata(stream, { maxCount: 5, owner: 'x' });
    await server.client.deleteStream(stream);
    const { metadata } = await server.client.getStreamMetadata(stream);
    expect(metadata).toEqual({ truncateBefore: 9_223_372_036_854_776_000 });
  });

  it.each([
    { name: 'a stream that was never written', expected: ANY, written: 0, seen: -2n, actual: -1n },
    { name: 'no_stream on such a one', expected: NO_STREAM, written: 0, seen: -1n, actual: -1n },
    { name: 'no_stream on an existing one', expected: NO_STREAM, written: 2, seen: -1n, actual: 1n },
    { name: 'another revision', expected: 5n, written: 2, seen: 5n, actual: 1n },
  ] as const)('is refused for $name', async ({ expected, written, seen, actual }) => {
    const stream = written === 0 ? newStream() : await withEvents(written);
    const refused = server.client.deleteStream(stream, { expectedRevision: expected });
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(refused).rejects.toMatchObject({
      streamName: stream,
      expectedVersion: seen,
      actualVersion: actual,
    });
  });

  it('succeeds with no_stream on a stream that has metadata alone', async () => {
    const stream = newStream();
    await server.client.setStreamMetadata(stream, { owner: 'x' });
    const result = await server.client.deleteStream(stream, { expectedRevision: NO_STREAM });
    expect(result.position?.commit).toBeGreaterThan(0n);
  });

  it('succeeds a second time, but not on a tombstoned stream', async () => {
    const stream = await withEvents(1);
    await server.client.deleteStream(stream);
    await server.client.deleteStream(stream);
    await server.client.tombstoneStream(stream);
    await expect(server.client.deleteStream(stream)).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it('leaves metadata as they are: a node with users refuses it, one without accepts it when there are any', async () => {
    const stream = await withEvents(1);
    const deleted = () => server.client.deleteStream(`$$${stream}`);
    const { hasUsers } = server.wayIn;
    await expect(deleted()).rejects.toBeInstanceOf(hasUsers ? AccessDeniedError : WrongExpectedVersionError);
    await server.client.setStreamMetadata(stream, { owner: 'x' });
    if (hasUsers) {
      await expect(deleted()).rejects.toMatchObject({ code: 7 });
      await expect(server.client.tombstoneStream(`$$${stream}`)).rejects.toMatchObject({ code: 7 });
    } else await deleted();
    expect((await server.client.getStreamMetadata(stream)).metadata).toEqual({ owner: 'x' });
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
    await server.client.setStreamMetadata(stream, { owner: 'y' }, { expectedRevision: 0n });
    expect((await server.client.getStreamMetadata(stream)).metadata).toEqual({ owner: 'y' });
  });
});

describe('section 9: writing to a soft-deleted stream', () => {
  it.each([ANY, NO_STREAM, 2n] as const)(
    'with %s brings it back, numbered on from where it was',
    async (expectedRevision) => {
      const stream = await withEvents(3);
      await server.client.deleteStream(stream);
      const result = await server.client.appendToStream(stream, severalTested(2), { expectedRevision });
      expect(result.nextExpectedRevision).toBe(4n);
      expect(await readRevisions(server.client, stream)).toEqual([3n, 4n]);
      const { metadata } = await server.client.getStreamMetadata(stream);
      expect(metadata).toEqual({ truncateBefore: 3 });
      await server.client.appendToStream(stream, tested(), { expectedRevision: 4n });
      expect(await readRevisions(server.client, stream)).toEqual([3n, 4n, 5n]);
    },
  );

  it.each([0n, 7n] as const)('with another revision is refused: %s', async (expectedRevision) => {
    const stream = await withEvents(3);
    await server.client.deleteStream(stream);
    const refused = server.client.appendToStream(stream, tested(), { expectedRevision });
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
  });

  it('brings it back, too, when metadata are written; their keys are kept', async () => {
    const stream = await withEvents(3);
    await server.client.deleteStream(stream);
    await server.client.setStreamMetadata(stream, { maxCount: 9, owner: 'x' });
    expect(await readRevisions(server.client, stream)).toEqual([]);
    const { metadata } = await server.client.getStreamMetadata(stream);
    expect(metadata).toEqual({ maxCount: 9, owner: 'x', truncateBefore: 3 });
    await server.client.appendToStream(stream, tested());
    expect(await readRevisions(server.client, stream)).toEqual([3n]);
  });
});

describe('section 9: tombstoneStream', () => {
  it('is permanent: neither the stream nor its metadata can be read, and the stream cannot be written', async () => {
    const stream = await withEvents(1);
    await server.client.setStreamMetadata(stream, { owner: 'x' });
    const { position } = await server.client.tombstoneStream(stream, { expectedRevision: 0n });
    expect(position?.commit).toBeGreaterThan(0n);
    const attempts = [
      () => readRevisions(server.client, stream),
      () => readRevisions(server.client, `$$${stream}`),
      () => server.client.appendToStream(stream, tested()),
      () => server.client.tombstoneStream(stream),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it('lets metadata be written that were there before it, and no others', async () => {
    const [before, never] = [await withEvents(1), await withEvents(1)];
    await server.client.setStreamMetadata(before, { owner: 'x' });
    for (const stream of [before, never]) await server.client.tombstoneStream(stream);
    const { nextExpectedRevision } = await server.client.setStreamMetadata(before, { owner: 'y' });
    expect(nextExpectedRevision).toBe(1n);
    await expect(readRevisions(server.client, `$$${before}`)).rejects.toBeInstanceOf(StreamDeletedError);
    const refused = server.client.setStreamMetadata(never, { owner: 'y' });
    await expect(refused).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it.each([ANY, NO_STREAM] as const)(
    'works with %s on a stream that was never written',
    async (expectedRevision) => {
      const stream = newStream();
      await server.client.tombstoneStream(stream, { expectedRevision });
      await expect(server.client.appendToStream(stream, tested())).rejects.toBeInstanceOf(StreamDeletedError);
    },
  );

  it.each([
    // The client sends it although its types do not allow it.
    { expected: STREAM_EXISTS as unknown as bigint, seen: -4n, actual: -1n, written: 0 },
    { expected: 4n, seen: 4n, actual: 0n, written: 1 },
  ] as const)('is refused with $expected when that is wrong', async ({ expected, seen, actual, written }) => {
    const stream = written === 0 ? newStream() : await withEvents(written);
    const refused = server.client.tombstoneStream(stream, { expectedRevision: expected });
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(refused).rejects.toMatchObject({ expectedVersion: seen, actualVersion: actual });
  });
});
