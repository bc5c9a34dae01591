import {
  ANY,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { readRevisions, severalTested, tested } from './event-builders.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

describe.each([
  { way: 'BatchAppend', options: {} },
  {
    way: 'classic Append',
    options: {
      get credentials() {
        return server.wayIn.credentials;
      },
    },
  },
])('section 5: the expected revision in $way', ({ options }) => {
  const append = (stream: string, expectedRevision: bigint | 'any' | 'no_stream' | 'stream_exists') =>
    server.client.appendToStream(stream, tested(), { ...options, expectedRevision });

  it.each([
    { expected: NO_STREAM, written: 0, fine: true },
    { expected: NO_STREAM, written: 2, fine: false },
    { expected: ANY, written: 0, fine: true },
    { expected: ANY, written: 2, fine: true },
    { expected: STREAM_EXISTS, written: 0, fine: false },
    { expected: STREAM_EXISTS, written: 2, fine: true },
    { expected: 0n, written: 0, fine: false },
    { expected: 0n, written: 2, fine: false },
    { expected: 1n, written: 2, fine: true },
    { expected: 2n, written: 2, fine: false },
  ] as const)('$expected on a stream of $written events: $fine', async ({ expected, written, fine }) => {
    const stream = newStream();
    if (written > 0) await server.client.appendToStream(stream, severalTested(written));
    if (fine) {
      const { nextExpectedRevision } = await append(stream, expected);
      expect(nextExpectedRevision).toBe(BigInt(written));
      return;
    }
    const refused = append(stream, expected);
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(refused).rejects.toMatchObject({
      streamName: stream,
      expectedVersion: expected,
      actualVersion: written === 0 ? 'no_stream' : BigInt(written - 1),
    });
  });

  it('stream_exists accepts a stream that has only metadata', async () => {
    const stream = newStream();
    await server.client.setStreamMetadata(stream, { owner: 'somebody' });
    expect(await append(stream, STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 0n });
  });

  it('stream_exists refuses a soft-deleted stream as deleted', async () => {
    const stream = newStream();
    await append(stream, NO_STREAM);
    await server.client.deleteStream(stream);
    await expect(append(stream, STREAM_EXISTS)).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it.each([ANY, NO_STREAM, STREAM_EXISTS, 0n, 9n] as const)(
    'a tombstoned stream is deleted, whatever is expected: %s',
    async (expected) => {
      const stream = newStream();
      await append(stream, NO_STREAM);
      await server.client.tombstoneStream(stream);
      const refused = append(stream, expected);
      await expect(refused).rejects.toBeInstanceOf(StreamDeletedError);
      await expect(refused).rejects.toMatchObject({ streamName: stream });
    },
  );

  it('metadata have a revision to expect, too', async () => {
    const stream = newStream();
    const set = (expectedRevision: bigint | 'no_stream') =>
      server.client.setStreamMetadata(stream, { owner: 'x' }, { ...options, expectedRevision });
    await set(NO_STREAM);
    await expect(set(NO_STREAM)).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await set(0n);
    expect(await readRevisions(server.client, `$$${stream}`)).toEqual([1n]);
  });
});

describe('section 5: writers at the same time', () => {
  it('with any, all succeed', async () => {
    const stream = newStream();
    await Promise.all(severalTested(40).map((event) => server.client.appendToStream(stream, event)));
    expect(await readRevisions(server.client, stream)).toHaveLength(40);
  });

  it('with the same expected revision, one wins', async () => {
    const stream = newStream();
    const others = [server.newClient(), server.newClient(), server.newClient()];
    const outcomes = await Promise.allSettled(
      others.flatMap((client) =>
        severalTested(5).map((event) =>
          client.appendToStream(stream, event, { expectedRevision: NO_STREAM }),
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readRevisions(server.client, stream)).toEqual([0n]);
  });
});
