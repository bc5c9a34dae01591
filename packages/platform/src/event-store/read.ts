import { BACKWARDS, END, type EventStoreDBClient, START, StreamNotFoundError } from '@eventstore/db-client';
import { type DomainEvent, streamCategories } from '@groundswell/contracts';
import { timeLimits } from '../network/time-limits.js';
import { backOff } from '../time/back-off.js';
import { patienceFor } from '../time/request-age.js';
import { asStored, decode } from './codec.js';
import { EventStoreTimeout, LogCutShort } from './errors.js';
import { failureOf } from './failures.js';
import { isInvalidPosition, isLeaderless } from './reasons.js';
import type { Position, RecordedEvent, StoredEvent, StreamPart, StreamRead } from './types.js';

/**
 * Collects a finite read, and breaks it off when the store goes silent. What cannot be kept does not end it before its
 * end: a call that is left half read never closes, and the client would wait for it when it is disposed of.
 */
export const collect = async <Item, T>(
  read: AsyncIterable<Item> & { destroy(error: Error): unknown; cancel(): Promise<void> },
  keep: (item: Item) => T | undefined,
  usualPatience: number = timeLimits.read,
): Promise<T[]> => {
  const milliseconds = patienceFor(usualPatience);
  const kept: T[] = [];
  let fault: { readonly reason: unknown } | undefined;
  const timer = setTimeout(() => {
    read.destroy(new EventStoreTimeout(milliseconds));
    read.cancel().catch(() => undefined);
  }, milliseconds);
  try {
    for await (const item of read) {
      timer.refresh();
      if (fault) continue;
      try {
        const wanted = keep(item);
        if (wanted !== undefined) kept.push(wanted);
      } catch (reason) {
        fault = { reason };
      }
    }
    if (fault) throw fault.reason;
    return kept;
  } finally {
    clearTimeout(timer);
  }
};

/** Pauses while a cluster elects a leader, in milliseconds. After the longest the caller gets an error. */
const election = { first: 100, most: 800 };
const mostAsked = 4;

/**
 * Retries until a leader answers: the client uses the leader that a node names, and nodes name none during an
 * election. @throws the client's errors
 */
const ofLeader = async <T>(read: () => Promise<T>): Promise<T> => {
  const pause = backOff(election);
  for (let turn = 1; ; turn += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isLeaderless(error) || turn === mostAsked) throw error;
    }
    await pause.wait();
  }
};

/** See `EventStore.readStream`. A stream that is not there has no events: to a decider that is a beginning like any other. */
export const readStreamOf =
  (client: EventStoreDBClient) =>
  async <E extends DomainEvent>(stream: string, from?: bigint): Promise<StreamRead<E>> => {
    try {
      const fromRevision = from ?? START;
      const events = await ofLeader(() =>
        collect(
          client.readStream(stream, { fromRevision, requiresLeader: true }),
          ({ event, commitPosition }) =>
            event ? (decode(event, commitPosition) as DomainEvent as RecordedEvent<E>) : undefined,
        ),
      );
      return { events, revision: events.at(-1)?.revision ?? 'no_stream' };
    } catch (error) {
      if (error instanceof StreamNotFoundError) return { events: [], revision: 'no_stream' };
      throw failureOf(error);
    }
  };

/** See `EventStore.head`. @throws EventStoreUnavailable, EventStoreTimeout */
export const headOf = (client: EventStoreDBClient) => async (): Promise<Position | undefined> => {
  try {
    const last = client.readAll({
      direction: BACKWARDS,
      fromPosition: END,
      maxCount: 1,
      requiresLeader: true,
    });
    const [position] = await collect(last, ({ event, link }) => (link ?? event)?.position);
    return position;
  } catch (error) {
    throw failureOf(error);
  }
};

/** See `EventStore.readStoredStream`. @throws EventStoreUnavailable, EventStoreTimeout, StreamDeleted */
export const readStoredStreamOf =
  (client: EventStoreDBClient) =>
  async (stream: string, part?: StreamPart): Promise<readonly StoredEvent[]> => {
    const wanted = part && { fromRevision: part.from, maxCount: part.limit };
    try {
      return await ofLeader(() =>
        collect(
          client.readStream(stream, { requiresLeader: true, ...wanted }),
          ({ event, commitPosition }) => event && asStored(event, commitPosition),
        ),
      );
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw failureOf(error);
    }
  };

const ours = streamCategories.map((category) => `${category}-`);

/** Events of a page: a slow checker never has more of the log in memory. */
const pageSize = 2_000;

/** See `EventStore.readStoredLog`. @throws EventStoreUnavailable, EventStoreTimeout, LogCutShort from the iteration */
export const readStoredLogOf = (client: EventStoreDBClient) =>
  async function* (from?: Position): AsyncGenerator<readonly StoredEvent[]> {
    let after: Position | undefined;
    for (;;) {
      const read = client.readAll({
        fromPosition: after ?? from ?? START,
        maxCount: pageSize + 1,
        requiresLeader: true,
      });
      const page = await collect(read, ({ event, commitPosition }) =>
        event ? asStored(event, commitPosition) : undefined,
      ).catch((error: unknown) => {
        throw from && isInvalidPosition(error) ? new LogCutShort(from.commit) : failureOf(error);
      });
      // A read includes the event that it starts from.
      const fresh = page.filter(({ position }) => !after || position.commit > after.commit);
      const last = fresh.at(-1);
      if (!last) return;
      after = last.position;
      yield fresh.filter(({ stream }) => ours.some((prefix) => stream.startsWith(prefix)));
    }
  };
