import {
  BACKWARDS,
  END,
  FORWARDS,
  InvalidArgumentError,
  START,
  StreamNotFoundError,
  UnknownError,
} from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { collect, readRevisions, severalTested, tested } from './event-builders.js';
import { rawClient, read, readStreamOptions } from './raw-client.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();
const stream = newStream();
beforeAll(async () => {
  await server.client.appendToStream(stream, severalTested(5));
});

describe('section 6: readStream', () => {
  it.each([
    { name: 'from the start', options: {}, revisions: [0n, 1n, 2n, 3n, 4n] },
    { name: 'from a revision, inclusive', options: { fromRevision: 2n }, revisions: [2n, 3n, 4n] },
    { name: 'up to a count', options: { fromRevision: 1n, maxCount: 2 }, revisions: [1n, 2n] },
    { name: 'past the head: nothing', options: { fromRevision: 5n }, revisions: [] },
    { name: 'far past the head: nothing', options: { fromRevision: 2n ** 63n - 1n }, revisions: [] },
    {
      name: 'backwards from the end',
      options: { direction: BACKWARDS, fromRevision: END },
      revisions: [4n, 3n, 2n, 1n, 0n],
    },
    {
      name: 'the newest alone',
      options: { direction: BACKWARDS, fromRevision: END, maxCount: 1 },
      revisions: [4n],
    },
    {
      name: 'backwards from a revision',
      options: { direction: BACKWARDS, fromRevision: 2n },
      revisions: [2n, 1n, 0n],
    },
    {
      name: 'backwards from beyond the head: from the head',
      options: { direction: BACKWARDS, fromRevision: 1_000n, maxCount: 2 },
      revisions: [4n, 3n],
    },
    {
      name: 'backwards from the start: the first event alone',
      options: { direction: BACKWARDS, fromRevision: START },
      revisions: [0n],
    },
  ] as const)('$name', async ({ options, revisions }) => {
    expect(await readRevisions(server.client, stream, options)).toEqual(revisions);
  });

  it('gives every event its stream and its place in the log', async () => {
    const [first, second] = await collect(server.client.readStream(stream, { direction: FORWARDS }));
    expect(first?.event).toMatchObject({ streamId: stream, type: 'Tested', data: { number: 0 } });
    expect(second?.commitPosition).toBeGreaterThan(first?.commitPosition ?? 0n);
    expect(first?.link).toBeUndefined();
  });

  it('does not find a stream that was never written, nor one that has metadata alone', async () => {
    const [never, metadataAlone] = [newStream(), newStream()];
    await server.client.setStreamMetadata(metadataAlone, { owner: 'x' });
    for (const name of [never, metadataAlone]) {
      const failed = collect(server.client.readStream(name));
      await expect(failed).rejects.toBeInstanceOf(StreamNotFoundError);
      await expect(failed).rejects.toMatchObject({ streamName: name });
    }
  });

  it('says stream_not_found as a message and then ends without an error', async () => {
    const { messages, fault } = await read(
      rawClient(server),
      readStreamOptions(newStream(), (from) => from.setStart(new shared.Empty())),
    );
    expect(messages.map((message) => message.hasStreamNotFound())).toEqual([true]);
    expect(fault).toBeUndefined();
  });

  it('refuses to read forwards from the end', async () => {
    const refused = collect(server.client.readStream(stream, { direction: FORWARDS, fromRevision: END }));
    await expect(refused).rejects.toBeInstanceOf(UnknownError);
  });

  it('refuses a revision from 2^63 on; the client one below zero', async () => {
    const beyond = collect(server.client.readStream(stream, { fromRevision: 2n ** 63n }));
    await expect(beyond).rejects.toBeInstanceOf(UnknownError);
    expect(() => server.client.readStream(stream, { fromRevision: -1n })).toThrow(InvalidArgumentError);
  });

  it('reads a stream of many pages whole and in order, both ways', async () => {
    const long = newStream();
    for (let round = 0; round < 6; round += 1) {
      await server.client.appendToStream(long, severalTested(500));
    }
    const expected = Array.from({ length: 3_000 }, (_, index) => BigInt(index));
    expect(await readRevisions(server.client, long)).toEqual(expected);
    const backwards = await readRevisions(server.client, long, { direction: BACKWARDS, fromRevision: END });
    expect(backwards).toEqual(expected.reverse());
  });

  it('reads events that are larger than a page together', async () => {
    const large = newStream();
    const text = 'x'.repeat(1_000_000);
    for (let number = 0; number < 8; number += 1) {
      await server.client.appendToStream(large, tested({ number, text }));
    }
    const numbers = (await collect(server.client.readStream(large))).map(({ event }) => event?.data);
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, number) => ({ number, text })));
  });
});
