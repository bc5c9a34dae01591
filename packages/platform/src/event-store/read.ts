import { BACKWARDS, END, type EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import type { DomainEvent } from '@groundswell/contracts';
import { decode } from './codec.js';
import { EventStoreTimeout } from './errors.js';
import { failureOf } from './failures.js';
import type { Position, RecordedEvent, StreamRead } from './types.js';

/** Milliseconds between two messages of one read; the client opens reads without a deadline. */
const patience = 10_000;

/** Collects a finite read, and breaks it off when the store falls silent. */
const collect = async <Item, T>(
  read: AsyncIterable<Item> & { destroy(error: Error): unknown; cancel(): Promise<void> },
  keep: (item: Item) => T | undefined,
): Promise<T[]> => {
  const kept: T[] = [];
  const timer = setTimeout(() => {
    read.destroy(new EventStoreTimeout(patience));
    read.cancel().catch(() => undefined);
  }, patience);
  try {
    for await (const item of read) {
      timer.refresh();
      const wanted = keep(item);
      if (wanted !== undefined) kept.push(wanted);
    }
    return kept;
  } finally {
    clearTimeout(timer);
  }
};

export const readStreamOf =
  (client: EventStoreDBClient) =>
  async <E extends DomainEvent>(stream: string): Promise<StreamRead<E>> => {
    try {
      const events = await collect(client.readStream(stream), ({ event, commitPosition }) =>
        event ? (decode(event, commitPosition) as DomainEvent as RecordedEvent<E>) : undefined,
      );
      return { events, revision: events.at(-1)?.revision ?? 'no_stream' };
    } catch (error) {
      if (error instanceof StreamNotFoundError) return { events: [], revision: 'no_stream' };
      throw failureOf(error);
    }
  };

export const headOf = (client: EventStoreDBClient) => async (): Promise<Position | undefined> => {
  try {
    const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    const [position] = await collect(last, ({ event, link }) => (link ?? event)?.position);
    return position;
  } catch (error) {
    throw failureOf(error);
  }
};
