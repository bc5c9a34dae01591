import { setTimeout } from 'node:timers/promises';
import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import { backOff } from './back-off.js';
import { encode } from './codec.js';
import { AppendOutcomeUnknown, EventStoreFault, EventStoreUnavailable } from './errors.js';
import { appendFailureOf } from './failures.js';
import type { Appended, EventStore, ExpectedRevision, NewEvent } from './types.js';

/** An answer to one append, in milliseconds; the client itself keeps no timer for it. */
const patience = 5_000;
/**
 * How long a safe append keeps coming back to a store that is out of reach, in milliseconds, when nobody says: short
 * enough that whoever waits for the answer is told within two seconds.
 */
const usualPersistence = 1_500;

class NoAnswer extends Error {}

/** Waits for the client, but not for ever: a store that never answers would leave the promise open. */
const answered = async <T>(answer: Promise<T>, milliseconds: number): Promise<T> => {
  const timer = new AbortController();
  const late = setTimeout(milliseconds, undefined, { signal: timer.signal, ref: false }).then(
    () => {
      throw new NoAnswer(`no answer within ${milliseconds} ms`);
    },
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
};

const attempt = async (
  client: EventStoreDBClient,
  stream: string,
  events: ReturnType<typeof encode>[],
  expectedRevision: ExpectedRevision,
): Promise<AppendResult> => {
  try {
    const answer = client.appendToStream(stream, events, { expectedRevision, deadline: patience });
    return await answered(answer, patience + 500);
  } catch (error) {
    if (error instanceof NoAnswer) throw new AppendOutcomeUnknown(stream, error);
    throw appendFailureOf(error, stream, expectedRevision);
  }
};

/** A repeat that the store recognises may come back without the position: then it is read. */
const positionOf = async (client: EventStoreDBClient, stream: string, revision: bigint) => {
  for await (const { event } of client.readStream(stream, { fromRevision: revision, maxCount: 1 })) {
    if (event?.position) return event.position;
  }
  throw new EventStoreFault(`${stream} has no position at ${revision}`);
};

/** Repeats for as long as a repeat is safe and the time allows. */
const insist = async <T>(persistence: number, repeatable: boolean, act: () => Promise<T>): Promise<T> => {
  const pause = backOff({ most: 500 });
  const giveUp = performance.now() + persistence;
  let doubt: AppendOutcomeUnknown | undefined;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppendOutcomeUnknown) doubt = error;
      else if (!(error instanceof EventStoreUnavailable)) throw error;
      if ((doubt && !repeatable) || performance.now() > giveUp) throw doubt ?? error;
    }
    await pause.wait();
  }
};

export const appendTo =
  (client: EventStoreDBClient, persistence = usualPersistence): EventStore['append'] =>
  async (stream, events, { expectedRevision }): Promise<Appended> => {
    const encoded = events.map((event: NewEvent) => encode(event));
    // The store recognises a repeat for certain only by an exact expected revision.
    const { nextExpectedRevision: revision, position } = await insist(
      persistence,
      expectedRevision !== 'any',
      () => attempt(client, stream, encoded, expectedRevision),
    );
    return { revision, position: position ?? (await positionOf(client, stream, revision)) };
  };
