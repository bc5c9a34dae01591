import { END, START } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { describe, expect, it } from 'vitest';
import { severalTested, tested } from './event-builders.js';
import { rawClient, read, readStreamOptions, subscription } from './raw-client.js';
import { RecordedSubscription } from './recorded-subscription.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const withEvents = async (count: number): Promise<string> => {
  const stream = newStream();
  await server.client.appendToStream(stream, severalTested(count));
  return stream;
};

describe('section 7: subscribeToStream', () => {
  it.each([
    { name: 'the start gives all', fromRevision: START, history: ['event 0', 'event 1', 'event 2'] },
    { name: 'a revision is exclusive', fromRevision: 1n, history: ['event 2'] },
    { name: 'the last revision gives no history', fromRevision: 2n, history: [] },
    { name: 'the end gives no history', fromRevision: END, history: [] },
  ] as const)('$name, and then what is added', async ({ fromRevision, history }) => {
    const stream = await withEvents(3);
    const recorded = await RecordedSubscription.caughtUp(
      server.client.subscribeToStream(stream, { fromRevision }),
    );
    await server.client.appendToStream(stream, tested());
    await server.client.appendToStream(newStream(), tested());
    await server.client.appendToStream(stream, tested());
    await recorded.hasSaid('event 4');
    expect(recorded.said).toEqual(['confirmation', ...history, 'caughtUp', 'event 3', 'event 4']);
    await recorded.subscription.unsubscribe();
  });

  it('waits for a stream that does not exist', async () => {
    const stream = newStream();
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToStream(stream));
    await server.client.appendToStream(stream, severalTested(2));
    await recorded.has(2);
    expect(recorded.said).toEqual(['confirmation', 'caughtUp', 'event 0', 'event 1']);
    await recorded.subscription.unsubscribe();
  });

  it('leaves out what is truncated', async () => {
    const stream = await withEvents(5);
    await server.client.setStreamMetadata(stream, { truncateBefore: 3 });
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToStream(stream));
    expect(recorded.said).toEqual(['confirmation', 'event 3', 'event 4', 'caughtUp']);
    await recorded.subscription.unsubscribe();
  });

  it('continues with a stream that was soft-deleted and written again', async () => {
    const stream = await withEvents(2);
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToStream(stream));
    await server.client.deleteStream(stream);
    await server.client.appendToStream(stream, tested());
    await recorded.hasSaid('event 2');
    expect(recorded.said).toEqual(['confirmation', 'event 0', 'event 1', 'caughtUp', 'event 2']);
    await recorded.subscription.unsubscribe();
  });

  it('delivers the tombstone, then fails with stream-deleted', async () => {
    const stream = await withEvents(1);
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToStream(stream));
    await server.client.tombstoneStream(stream);
    await recorded.hasSaid('error stream-deleted');
    expect(recorded.said).toEqual([
      'confirmation',
      'event 0',
      'caughtUp',
      'event 9223372036854775807',
      'error stream-deleted',
    ]);
    expect(recorded.events.at(-1)?.event?.type).toBe('$streamDeleted');
  });

  it('fails at once on a stream that is tombstoned already', async () => {
    const stream = await withEvents(1);
    await server.client.tombstoneStream(stream);
    const options = readStreamOptions(stream, (from) => from.setStart(new shared.Empty()));
    const { messages, fault } = await read(rawClient(server), subscription(options));
    expect(messages).toEqual([]);
    expect(fault?.metadata.get('exception')).toEqual(['stream-deleted']);
  });

  it('follows the metadata of a stream', async () => {
    const stream = newStream();
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToStream(`$$${stream}`));
    await server.client.setStreamMetadata(stream, { owner: 'x' });
    await server.client.setStreamMetadata(stream, { owner: 'y' });
    await recorded.hasSaid('event 1');
    expect(recorded.caughtUps).toBe(1);
    await recorded.subscription.unsubscribe();
  });

  it('sends a long history whole, in order, and is caught up once', async () => {
    const stream = newStream();
    for (let round = 0; round < 5; round += 1) {
      await server.client.appendToStream(stream, severalTested(500));
    }
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToStream(stream));
    expect(recorded.events.map(({ event }) => event?.revision)).toEqual(
      Array.from({ length: 2_500 }, (_, index) => BigInt(index)),
    );
    expect(recorded.caughtUps).toBe(1);
    await recorded.subscription.unsubscribe();
  });
});
