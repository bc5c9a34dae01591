import {
  type END,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, it } from 'vitest';
import { severalTested, tested } from './event-builders.js';
import { rawClient, read, readAllOptions, subscription } from './raw-client.js';
import { RecordedSubscription } from './recorded-subscription.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const write = async (stream: string, type: string): Promise<Position> => {
  const { position } = await server.client.appendToStream(stream, { ...tested(), type });
  if (position === undefined) throw new Error('An append without a position.');
  return position;
};

/** `stream/type` of everything a filter lets through after a position. */
const passing = async (fromPosition: Position, filter: Filter): Promise<string[]> => {
  const recorded = await RecordedSubscription.caughtUp(
    server.client.subscribeToAll({ fromPosition, filter }),
  );
  await recorded.subscription.unsubscribe();
  return recorded.events.map(({ event }) => `${event?.streamId}/${event?.type}`);
};

describe('section 8: filters', () => {
  it.each([
    {
      name: 'a stream prefix',
      filter: streamNameFilter({ prefixes: ['user-'] }),
      passed: ['user-1/Made', 'user-2/Moved'],
    },
    {
      name: 'several prefixes',
      filter: streamNameFilter({ prefixes: ['order-', 'user-2'] }),
      passed: ['order-1/Made', 'user-2/Moved'],
    },
    { name: 'an event type prefix', filter: eventTypeFilter({ prefixes: ['Mo'] }), passed: ['user-2/Moved'] },
    {
      name: 'a regular expression for streams',
      filter: streamNameFilter({ regex: '^(user|order)-1$' }),
      passed: ['user-1/Made', 'order-1/Made'],
    },
    {
      name: 'a regular expression for types',
      filter: eventTypeFilter({ regex: 'ade$' }),
      passed: ['user-1/Made', 'order-1/Made'],
    },
    { name: 'no prefix at all', filter: streamNameFilter({ prefixes: [] }), passed: [] },
    {
      name: 'what is no system event',
      filter: excludeSystemEvents(),
      passed: ['user-1/Made', 'order-1/Made', 'user-2/Moved'],
    },
    {
      name: 'system events, which nobody leaves out by himself',
      filter: eventTypeFilter({ prefixes: ['$'] }),
      passed: ['$$user-1/$metadata', 'links/$>'],
    },
  ])('$name', async ({ filter, passed }) => {
    const { position } = await server.client.appendToStream(newStream(), tested());
    await write('user-1', 'Made');
    await write('order-1', 'Made');
    await server.client.setStreamMetadata('user-1', { owner: 'x' });
    await write('user-2', 'Moved');
    // A link counts as of its own stream and type.
    await write('links', '$>');
    expect(await passing(position ?? { commit: 0n, prepare: 0n }, filter)).toEqual(passed);
  });

  it('a regular expression wins over prefixes; a malformed one is refused', async () => {
    const client = rawClient(server.port);
    const filtered = (regex: string) =>
      subscription(readAllOptions()).setFilter(
        new streams.ReadReq.Options.FilterOptions()
          .setEventType(
            new streams.ReadReq.Options.FilterOptions.Expression().setRegex(regex).setPrefixList(['$']),
          )
          .setMax(32)
          .setCheckpointintervalmultiplier(1),
      );
    const { fault } = await read(client, filtered('(['));
    expect(fault?.code).toBe(3);
    const call = client.read(new streams.ReadReq().setOptions(filtered('^Made$')));
    call.on('error', () => {});
    const types = new Set<string | undefined>();
    for await (const message of call as AsyncIterable<streams.ReadResp>) {
      if (message.hasEvent()) types.add(message.getEvent()?.getEvent()?.getMetadataMap().get('type'));
      if (message.hasCaughtUp()) break;
    }
    expect([...types]).toEqual(['Made']);
  });
});

describe('section 8: checkpoints', () => {
  const checkpoints = async (options: {
    fromPosition: Position | typeof START | typeof END;
    checkpointInterval: number;
    maxSearchWindow?: number;
  }) => {
    const { fromPosition, ...window } = options;
    const reached: bigint[] = [];
    const filter = streamNameFilter({
      ...window,
      prefixes: ['nothing-has-this-name'],
      checkpointReached: (_subscription, position) => {
        reached.push(position.commit);
      },
    });
    const recorded = await RecordedSubscription.caughtUp(
      server.client.subscribeToAll({ fromPosition, filter }),
    );
    return { reached, recorded };
  };

  it('come every multiplier times 32 considered events, and when the subscription goes live', async () => {
    const { position } = await server.client.appendToStream(newStream(), tested());
    const start = position?.commit ?? 0n;
    await server.client.appendToStream(newStream(), severalTested(150));
    const { reached, recorded } = await checkpoints({
      fromPosition: position ?? START,
      checkpointInterval: 2,
    });
    expect(reached).toEqual([start + 64n, start + 128n, start + 150n]);
    await recorded.subscription.unsubscribe();
  });

  it('are six or seven for 384 events and a multiplier of two', async () => {
    const { position } = await server.client.appendToStream(newStream(), tested());
    await server.client.appendToStream(newStream(), severalTested(384));
    const { reached, recorded } = await checkpoints({
      fromPosition: position ?? START,
      checkpointInterval: 2,
    });
    expect([6, 7]).toContain(reached.length);
    await recorded.subscription.unsubscribe();
  });

  it('heed the search window, never come twice at one position, and go on when live', async () => {
    const { position } = await server.client.appendToStream(newStream(), tested());
    const start = position?.commit ?? 0n;
    await server.client.appendToStream(newStream(), severalTested(20));
    const { reached, recorded } = await checkpoints({
      fromPosition: position ?? START,
      checkpointInterval: 1,
      maxSearchWindow: 10,
    });
    expect(reached).toEqual([start + 10n, start + 20n]);
    await server.client.appendToStream(newStream(), severalTested(25));
    await recorded.until(() => reached.length === 4);
    expect(reached).toEqual([start + 10n, start + 20n, start + 30n, start + 40n]);
    await recorded.subscription.unsubscribe();
  });

  it('carry a subscriber of rare events across a restart of itself: nothing is read twice', async () => {
    const rare = newStream();
    await server.client.appendToStream(newStream(), severalTested(100));
    const { reached, recorded } = await checkpoints({ fromPosition: START, checkpointInterval: 1 });
    await recorded.subscription.unsubscribe();
    const resumed = reached.at(-1) ?? 0n;
    await server.client.appendToStream(rare, tested());
    const filter = streamNameFilter({ prefixes: [rare] });
    const fromPosition = { commit: resumed, prepare: resumed };
    const again = await RecordedSubscription.caughtUp(server.client.subscribeToAll({ fromPosition, filter }));
    expect(again.events.map(({ event }) => event?.streamId)).toEqual([rare]);
    await again.subscription.unsubscribe();
  });
});
