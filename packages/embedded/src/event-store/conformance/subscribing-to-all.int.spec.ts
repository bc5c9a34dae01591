import { END, type Position, START, streamNameFilter } from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { collect, severalTested, tested } from './event-builders.js';
import { rawClient, readAllOptions, subscription } from './raw-client.js';
import { RecordedSubscription } from './recorded-subscription.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const append = async (stream: string, count = 1): Promise<Position> => {
  const { position } = await server.client.appendToStream(stream, severalTested(count));
  if (position === undefined) throw new Error('An append without a position.');
  return position;
};

/** The positions of the log in order, from a given one. */
const allPositions = async (fromPosition: Position | typeof START = START) =>
  (await collect(server.client.readAll({ fromPosition }))).map(({ event }) => event?.position);

describe('section 8: subscribeToAll', () => {
  it('sends confirmation, history, caughtUp and then what is added, in the order of commit', async () => {
    await append(newStream(), 3);
    const recorded = await RecordedSubscription.caughtUp(
      server.client.subscribeToAll({ fromPosition: START }),
    );
    const history = recorded.events.length;
    await append(newStream(), 2);
    await append(newStream(), 2);
    await recorded.has(history + 4);
    expect(recorded.events.map(({ event }) => event?.position)).toEqual(await allPositions());
    expect(recorded.said.indexOf('confirmation')).toBe(0);
    expect(recorded.said.indexOf('caughtUp')).toBe(history + 1);
    expect(recorded.caughtUps).toBe(1);
    expect((recorded.subscription as { id?: string }).id).toMatch(/^[0-9a-f-]{36}$/);
    await recorded.subscription.unsubscribe();
  });

  it('from a place within an event ends with an error', async () => {
    const { commit } = await append(newStream());
    await append(newStream());
    const fromPosition = { commit: commit + 7n, prepare: commit + 7n };
    for (const filter of [undefined, streamNameFilter({ prefixes: [newStream()] })]) {
      const subscribed = server.client.subscribeToAll({ fromPosition, filter });
      const ended = await new Promise<Error>((resolve) => subscribed.on('error', resolve));
      expect(ended.message).toContain('Trying to read from an invalid position.');
    }
  });

  it('from a position is exclusive', async () => {
    const stream = newStream();
    const fromPosition = await append(stream);
    const next = await append(stream);
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToAll({ fromPosition }));
    expect(recorded.events.map(({ event }) => event?.position)).toEqual([next]);
    await recorded.subscription.unsubscribe();
  });

  it('sends everything to a subscriber that stopped reading, and says only when it has caught up again', {
    timeout: 90_000,
  }, async () => {
    // Others on its connection would stop with it.
    const client = server.newClient();
    const subscribed = client.subscribeToAll({ fromPosition: END });
    const recorded = await RecordedSubscription.caughtUp(subscribed);
    subscribed.pause();
    const stream = newStream();
    const large = () => Array.from({ length: 16 }, () => tested({ text: 'x'.repeat(60_000) }));
    for (let megabytes = 0; megabytes < 12; megabytes += 1)
      await server.client.appendToStream(stream, large());
    subscribed.resume();
    await recorded.has(12 * 16);
    await recorded.until(() => recorded.caughtUps === 2);
    expect(recorded.said.filter((word) => !word.startsWith('event'))).toEqual([
      'confirmation',
      'caughtUp',
      'caughtUp',
    ]);
    expect(recorded.events.map(({ event }) => event?.revision)).toEqual(
      Array.from({ length: 12 * 16 }, (_, revision) => BigInt(revision)),
    );
    await subscribed.unsubscribe();
  });

  it('from the end sends later events alone', async () => {
    const stream = newStream();
    await append(stream);
    const recorded = await RecordedSubscription.caughtUp(server.client.subscribeToAll({ fromPosition: END }));
    expect(recorded.events).toEqual([]);
    await append(stream);
    await recorded.has(1);
    expect(recorded.events[0]?.event).toMatchObject({ streamId: stream, revision: 1n });
    await recorded.subscription.unsubscribe();
  });

  it('sends no checkpoints without a filter', async () => {
    await append(newStream(), 100);
    const call = rawClient(server).read(new streams.ReadReq().setOptions(subscription(readAllOptions())));
    call.on('error', () => {});
    const kinds = new Set<number>();
    for await (const message of call as AsyncIterable<streams.ReadResp>) {
      kinds.add(message.getContentCase());
      if (message.hasCaughtUp()) break;
    }
    expect(kinds).not.toContain(streams.ReadResp.ContentCase.CHECKPOINT);
  });

  it('skips and repeats nothing while many write and subscribers come and go', async () => {
    const from = await append(newStream());
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        const stream = newStream();
        for (let round = 0; round < 40; round += 1) await append(stream);
      }),
    );
    const subscribers: RecordedSubscription[] = [];
    for (let number = 0; number < 5; number += 1) {
      const subscribed = new RecordedSubscription(server.client.subscribeToAll({ fromPosition: from }));
      subscribers.push(subscribed);
      await subscribed.has(20 * number + 1);
    }
    await writing;
    for (const recorded of subscribers) {
      await recorded.until(() => recorded.events.length >= 320);
      const positions = recorded.events.map(({ event }) => event?.position);
      expect(positions).toEqual((await allPositions(from)).slice(1));
      await recorded.subscription.unsubscribe();
    }
  });

  it('stays open among many others on one client', async () => {
    const client = server.newClient();
    const many = await Promise.all(
      Array.from({ length: 60 }, () =>
        RecordedSubscription.caughtUp(client.subscribeToAll({ fromPosition: END })),
      ),
    );
    await server.client.appendToStream(newStream(), tested());
    await Promise.all(many.map((recorded) => recorded.has(1)));
    expect(many.map(({ events }) => events.length)).toEqual(many.map(() => 1));
  });
});
