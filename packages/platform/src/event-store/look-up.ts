import { BACKWARDS, END, type EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { WrongExpectedRevision } from './errors.js';
import { collect } from './read.js';
import type { Appended, ExpectedRevision, Position } from './types.js';

/** Milliseconds for a lookup: a caller is waiting for the answer. */
const patience = 2_000;
/** Events at the end of a stream among which an append that expected any revision is looked for. */
const mostLookedAt = 200;

interface Found extends Appended {
  readonly id: string;
}

const look = async (
  client: EventStoreDBClient,
  stream: string,
  range: Parameters<EventStoreDBClient['readStream']>[1],
): Promise<Found[]> => {
  try {
    return await collect(
      client.readStream(stream, { ...range, requiresLeader: true }),
      ({ event, commitPosition }): Found | undefined => {
        const position: Position | undefined =
          event?.position ??
          (commitPosition === undefined ? undefined : { commit: commitPosition, prepare: commitPosition });
        return event && position && { id: event.id, revision: event.revision, position };
      },
      patience,
    );
  } catch (error) {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  }
};

/** The position of the event at a revision: the store may confirm a repeat that it recognizes without it. */
export const placeOf = async (
  client: EventStoreDBClient,
  stream: string,
  revision: bigint,
): Promise<Position | undefined> =>
  (await look(client, stream, { fromRevision: revision, maxCount: 1 }))[0]?.position;

/**
 * The outcome of an unanswered append, by its events' ids.
 * @returns undefined while it is unknown: the events are not there, and may still arrive
 * @throws WrongExpectedRevision when another append has its revision, so that it can never succeed; and the
 * client's errors
 */
export const lookUp = async (
  client: EventStoreDBClient,
  stream: string,
  ids: readonly string[],
  expected: ExpectedRevision,
): Promise<Appended | undefined> => {
  if (expected === 'any') {
    const latest = await look(client, stream, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: mostLookedAt,
    });
    return appendedOf(latest.find(({ id }) => id === ids.at(-1)));
  }
  const fromRevision = expected === 'no_stream' ? 0n : expected + 1n;
  const there = await look(client, stream, { fromRevision, maxCount: ids.length });
  if (there.some(({ id }, index) => id !== ids[index]))
    throw new WrongExpectedRevision(stream, expected, 'unknown');
  return appendedOf(there[ids.length - 1]);
};

const appendedOf = (last: Found | undefined): Appended | undefined =>
  last && { revision: last.revision, position: last.position };
