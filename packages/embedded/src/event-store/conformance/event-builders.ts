import {
  type EventStoreDBClient,
  type JSONEventData,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';

/** A small event; `id` is generated unless given. */
export const tested = (data: Record<string, unknown> = {}, id?: string): JSONEventData =>
  jsonEvent({ type: 'Tested', data, ...(id === undefined ? {} : { id }) });

export const severalTested = (count: number): JSONEventData[] =>
  Array.from({ length: count }, (_, number) => tested({ number }));

export const collect = async (events: AsyncIterable<ResolvedEvent>): Promise<ResolvedEvent[]> => {
  const found: ResolvedEvent[] = [];
  for await (const event of events) found.push(event);
  return found;
};

const revisionsOf = (events: readonly ResolvedEvent[]): (bigint | undefined)[] =>
  events.map(({ event }) => event?.revision);

export const readRevisions = async (
  client: EventStoreDBClient,
  stream: string,
  options: Parameters<EventStoreDBClient['readStream']>[1] = {},
): Promise<(bigint | undefined)[]> => revisionsOf(await collect(client.readStream(stream, options)));
