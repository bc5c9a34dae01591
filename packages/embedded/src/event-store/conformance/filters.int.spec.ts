import {
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position,
  streamNameFilter,
} from '@eventstore/db-client';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { tested } from './event-builders.js';
import { rawClient, read, readAllOptions, subscription } from './raw-client.js';
import { RecordedSubscription } from './recorded-subscription.js';
import { newStream, serverForThisFile } from './server-under-test.js';

const server = serverForThisFile();

const write = async (stream: string, type: string): Promise<Position> => {
  const { position } = await server.client.appendToStream(stream, { ...tested(), type });
  if (position === undefined) throw new Error('An append without a position.');
  return position;
};

/** `stream/type` of every event after a position that passes a filter. */
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
    // Links are filtered by their own stream and type.
    await write('links', '$>');
    expect(await passing(position ?? { commit: 0n, prepare: 0n }, filter)).toEqual(passed);
  });

  it('a regular expression wins over prefixes; a malformed one is refused', async () => {
    const client = rawClient(server);
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
    expect([status.UNKNOWN, status.INVALID_ARGUMENT]).toContain(fault?.code);
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
