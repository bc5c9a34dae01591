import { BACKWARDS, END, type EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { WrongExpectedRevision } from './errors.js';
import { collect } from './read.js';
import type { Appended, ExpectedRevision, Position } from './types.js';

/** Milliseconds that a look may take: someone waits for an answer already. */
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

/** Where the event at a revision stands: a repeat that the store recognises may be answered without it. */
export const placeOf = async (
  client: EventStoreDBClient,
  stream: string,
  revision: bigint,
): Promise<Position | undefined> =>
  (await look(client, stream, { fromRevision: revision, maxCount: 1 }))[0]?.position;

/**
 * What became of an append that was not answered, by the ids of its events.
 * @returns undefined while no one can say: it is not there, and may still come
 * @throws WrongExpectedRevision when another append has taken its place, so that it never will; and what the client throws
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
