import {
  BACKWARDS,
  type RecordedEvent as ClientEvent,
  type EventStoreDBClient,
  FORWARDS,
  StreamDeletedError,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { streamCategories } from '@groundswell/contracts';
import { asStored } from './codec.js';
import { EventStoreTimeout, LogCutShort, OtherLog } from './errors.js';
import { failureOf } from './failures.js';
import { compareLogs, type LogFound } from './log-identity.js';
import { collect, headOf } from './read.js';
import { openSource } from './source.js';
import type { LogId, LogMark, LogPlace, Position, RecordedEvent, SeenEvent } from './types.js';

/** Milliseconds in which the log has to name its first event. */
const patience = 10_000;

/**
 * See `EventStore.identity`. Asked of a filtered subscription: a read has no filter, and a new cluster begins with any
 * number of events of its own.
 * @throws EventStoreUnavailable, EventStoreTimeout
 */
export const identityOf = (client: EventStoreDBClient) => async (): Promise<LogId | undefined> => {
  const source = openSource(client, {
    after: undefined,
    categories: streamCategories,
    checkpointEvery: 2_000,
    buffer: 1,
  });
  try {
    for (;;) {
      const taken = await source.take(1, patience);
      if (!taken) throw new EventStoreTimeout(patience);
      const [first] = taken.events;
      if (first?.event) return first.event.id;
      if (taken.caughtUp) return undefined;
    }
  } finally {
    source.close();
  }
};

/** The event at a stream's revision; undefined when there is none. */
const eventAt = async (
  client: EventStoreDBClient,
  { stream, revision }: Pick<SeenEvent, 'stream' | 'revision'>,
): Promise<Pick<SeenEvent, 'id' | 'position'> | undefined> => {
  try {
    const read = client.readStream(stream, { fromRevision: revision, maxCount: 1, requiresLeader: true });
    const [found] = await collect(read, ({ event, commitPosition }) =>
      event?.revision === revision ? asStored(event, commitPosition) : undefined,
    );
    return found && { id: found.id, position: found.position };
  } catch (error) {
    if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return undefined;
    throw failureOf(error);
  }
};

/** What the log holds of the events by which a reader recognizes it. */
const findIn = async (client: EventStoreDBClient, { seen }: Pick<LogMark, 'seen'>): Promise<LogFound> => {
  const [log, head, atSeen] = await Promise.all([
    identityOf(client)(),
    headOf(client)(),
    seen && eventAt(client, seen),
  ]);
  return { log, head, atSeen };
};

/** @throws OtherLog */
const isSame = (place: LogPlace, found: LogFound): boolean => {
  const comparison = compareLogs(place, found);
  if (place.log !== undefined && (comparison === 'other' || comparison === 'empty'))
    throw new OtherLog(place.log, found.log);
  return comparison === 'same';
};

/** See `EventStore.goesOn`. @throws OtherLog, EventStoreUnavailable, EventStoreTimeout */
export const goesOnIn =
  (client: EventStoreDBClient) =>
  async (places: readonly LogPlace[]): Promise<boolean[]> => {
    const [first, ...others] = places;
    if (!first) return [];
    const { log, head, atSeen } = await findIn(client, first);
    const found = await Promise.all(
      others.map(async (place) => ({ place, atSeen: place.seen && (await eventAt(client, place.seen)) })),
    );
    return [{ place: first, atSeen }, ...found].map((each) => isSame(each.place, { ...each, log, head }));
  };

/**
 * Makes sure that a log continues from a place.
 * @returns which log it is, and its last position
 * @throws OtherLog, LogCutShort, EventStoreUnavailable, EventStoreTimeout
 */
export const recognize = async (
  client: EventStoreDBClient,
  place: LogPlace,
): Promise<Pick<LogFound, 'log' | 'head'>> => {
  const found = await findIn(client, place);
  if (!isSame(place, found)) throw new LogCutShort(place.position?.commit ?? 0n, found.head?.commit);
  return found;
};

/** How many events are looked through to find one of the product. */
const mostLookedThrough = 32;

/**
 * The last event of the product up to a position that the store has named, the one there included; undefined when none is
 * near. It need not be readable: the place of one that is not must be passed, too.
 */
export const lastUpTo = async (
  client: EventStoreDBClient,
  position: Position,
): Promise<SeenEvent | undefined> => {
  const from = { requiresLeader: true, fromPosition: position };
  const found = ({ event, link }: { readonly event?: ClientEvent; readonly link?: ClientEvent }) =>
    event && !link ? seenOf(event) : undefined;
  try {
    // Forwards begins with the event at the position, backwards with the one before it.
    const [there] = await collect(client.readAll({ ...from, direction: FORWARDS, maxCount: 1 }), found);
    if (there?.position.commit === position.commit) return there;
    const before = client.readAll({ ...from, direction: BACKWARDS, maxCount: mostLookedThrough });
    const [last] = await collect(before, found);
    return last;
  } catch (error) {
    throw failureOf(error);
  }
};

const ours = streamCategories.map((category) => `${category}-`);

const seenOf = ({ id, streamId: stream, revision, position }: ClientEvent): SeenEvent | undefined =>
  position && ours.some((prefix) => stream.startsWith(prefix))
    ? { id, stream, revision, position }
    : undefined;

/** An event as a reader remembers it. */
export const seenIn = ({ id, stream, revision, position }: RecordedEvent): SeenEvent => ({
  id,
  stream,
  revision,
  position,
});
