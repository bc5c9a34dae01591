import { setTimeout as setTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import type { AppendResult, EventStoreDBClient } from '@eventstore/db-client';
import { backOff } from '../time/back-off.js';
import { encode } from './codec.js';
import { AppendOutcomeUnknown, EventStoreFault, EventStoreUnavailable } from './errors.js';
import { appendFailureOf } from './failures.js';
import { NoSlot, Slots } from './slots.js';
import type { Appended, EventStore, ExpectedRevision, NewEvent } from './types.js';

/** An answer to one append, in milliseconds; the client itself keeps no timer for it. */
const patience = 5_000;
/**
 * How long a safe append keeps coming back to a store that is out of reach, in milliseconds, when nobody says: short
 * enough that whoever waits for the answer is told within two seconds.
 */
const usualPersistence = 1_500;

/**
 * Appends on their way at once. The client's stream holds sixteen messages before it pushes back, and what it then holds
 * back is rejected a second time, where nobody can catch it, when the stream breaks: so it never comes to that.
 */
const mostUnderWay = 15;
/** A store that answers nothing at all gives no slot back by itself. */
const slotKept = 60_000;

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

/** A slot, or the certainty that nothing was sent. */
const enter = async (slots: Slots): Promise<() => void> => {
  try {
    return await slots.take(patience);
  } catch (error) {
    if (error instanceof NoSlot) throw new EventStoreUnavailable(error);
    throw error;
  }
};

const attempt = async (
  client: EventStoreDBClient,
  slots: Slots,
  stream: string,
  events: ReturnType<typeof encode>[],
  expectedRevision: ExpectedRevision,
): Promise<AppendResult> => {
  const leave = await enter(slots);
  // The slot belongs to the message, which may outlive the patience of whoever sent it.
  const late = setTimer(leave, slotKept).unref();
  try {
    const answer = client.appendToStream(stream, events, { expectedRevision, deadline: patience });
    const settled = () => {
      clearTimeout(late);
      leave();
    };
    answer.then(settled, settled);
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

/**
 * See `EventStore.append`, which says what it throws.
 * @param persistence milliseconds for which a safe append is repeated
 * @param slots shared by all appends of one client, since they share its one stream to the store
 */
export const appendTo =
  (
    client: EventStoreDBClient,
    persistence = usualPersistence,
    slots = new Slots(mostUnderWay),
  ): EventStore['append'] =>
  async (stream, events, { expectedRevision }): Promise<Appended> => {
    const encoded = events.map((event: NewEvent) => encode(event));
    // The store recognises a repeat for certain only by an exact expected revision.
    const { nextExpectedRevision: revision, position } = await insist(
      persistence,
      expectedRevision !== 'any',
      () => attempt(client, slots, stream, encoded, expectedRevision),
    );
    return { revision, position: position ?? (await positionOf(client, stream, revision)) };
  };
