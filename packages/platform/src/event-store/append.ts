import type { AppendResult } from '@eventstore/db-client';
import { backOff } from '../time/back-off.js';
import { patienceFor } from '../time/request-age.js';
import { encode } from './codec.js';
import type { Connection } from './connection.js';
import {
  AppendOutcomeUnknown,
  EventStoreFault,
  EventStoreTimeout,
  EventStoreUnavailable,
  WrongExpectedRevision,
} from './errors.js';
import { appendFailureOf, failureOf, isKept } from './failures.js';
import { lookUp, placeOf } from './look-up.js';
import { NoSlot, Slots } from './slots.js';
import type { Appended, EventStore, ExpectedRevision, NewEvent, Position } from './types.js';

/**
 * Outside of a request, in milliseconds: for a slot, for the answer to one append, for which the client itself keeps no timer, and
 * for the log to be recognized.
 */
const patience = { slot: 5_000, answer: 5_500, log: 20_000 } as const;
/**
 * By how much our clock may be behind the store's, in milliseconds. The client tells the store an instant by which an append is
 * over; one that has gone by on the store's clock would have every append dropped. How long it works on one the store limits itself.
 */
const clockDifference = 3_600_000;
/**
 * How long a safe append is retried while the store is unreachable, in milliseconds, unless the caller says:
 * short enough to answer within two seconds.
 */
const usualPersistence = 1_500;

/**
 * Appends in flight at once. The client's stream holds sixteen messages before it applies back pressure;
 * messages queued beyond that are rejected twice when the stream breaks, the second time where nothing can
 * catch it.
 */
const mostUnderWay = 15;
/** Milliseconds after which a slot is freed even if the store never answers. */
const slotKept = 60_000;

/**
 * Waits for the client, but not forever: a store that never answers would leave the promise open.
 * @throws EventStoreTimeout
 */
const answered = <T>(answer: Promise<T>, usualPatience: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const milliseconds = patienceFor(usualPatience);
    const late = setTimeout(() => reject(new EventStoreTimeout(milliseconds)), milliseconds).unref();
    answer.then(resolve, reject).finally(() => clearTimeout(late));
  });

/** A slot, or the certainty that nothing was sent. */
const enter = async (slots: Slots): Promise<() => void> => {
  try {
    return await slots.take(patienceFor(patience.slot));
  } catch (error) {
    if (error instanceof NoSlot) throw new EventStoreUnavailable(error);
    throw error;
  }
};

const attempt = async (
  connection: Connection,
  slots: Slots,
  stream: string,
  events: ReturnType<typeof encode>[],
  expectedRevision: ExpectedRevision,
): Promise<AppendResult> => {
  const leave = await enter(slots);
  const { client } = connection;
  // The slot belongs to the message, which may outlive the patience of the one who sent it.
  const late = setTimeout(leave, slotKept).unref();
  try {
    const answer = client.appendToStream(stream, events, {
      expectedRevision,
      deadline: patience.answer + clockDifference,
    });
    const settled = () => {
      clearTimeout(late);
      leave();
    };
    answer.then(settled, settled);
    return await answered(answer, patience.answer);
  } catch (error) {
    if (error instanceof EventStoreTimeout) throw new AppendOutcomeUnknown(stream, error);
    if (isKept(error)) connection.renew(client);
    throw appendFailureOf(error, stream, expectedRevision);
  }
};

interface Insisting<T> {
  readonly persistence: number;
  readonly repeatable: boolean;
  readonly act: () => Promise<T>;
  /** The outcome of an append that was not answered; undefined while it is unknown. */
  readonly lookUp: () => Promise<T | undefined>;
}

/** Milliseconds for which an append that must not be repeated is looked for: it may still be on its way. */
const longestLook = 2_000;

class Failed {
  constructor(readonly error: unknown) {}
}

/** The doubt that a failure leaves; undefined when nothing was written. @throws what a repeat does not change */
const doubtOf = (error: unknown): AppendOutcomeUnknown | undefined => {
  if (error instanceof AppendOutcomeUnknown) return error;
  if (error instanceof EventStoreUnavailable) return undefined;
  throw error;
};

const isLookedForOnly = (doubt: AppendOutcomeUnknown | undefined, repeatable: boolean): boolean =>
  doubt !== undefined && !repeatable;

/** Repeats while a repeat is safe and time allows. Looks up an unanswered append before repeating it. */
const insist = async <T>({ persistence, repeatable, act, lookUp }: Insisting<T>): Promise<T> => {
  const pause = backOff({ most: 500 });
  const begun = performance.now();
  const repeated = () => act().catch((error: unknown) => new Failed(error));
  let doubt: AppendOutcomeUnknown | undefined;
  for (;;) {
    const outcome = isLookedForOnly(doubt, repeatable) ? new Failed(doubt) : await repeated();
    if (!(outcome instanceof Failed)) return outcome;
    doubt = doubtOf(outcome.error) ?? doubt;
    const found = doubt && (await lookUp());
    if (found) return found;
    const allowed = isLookedForOnly(doubt, repeatable) ? Math.min(persistence, longestLook) : persistence;
    if (performance.now() - begun > allowed) throw doubt ?? outcome.error;
    await pause.wait();
  }
};

/**
 * See `EventStore.append` for its errors.
 * @param persistence milliseconds for which a safe append is retried
 * @param slots shared by all appends of one client, which share its one stream to the store
 * @param pass lets an attempt through when the log is the expected one
 */
export const appendTo =
  (
    connection: Connection,
    persistence = usualPersistence,
    slots = new Slots(mostUnderWay),
    pass: () => Promise<void> = async () => undefined,
  ): EventStore['append'] =>
  async (stream, events, { expectedRevision }): Promise<Appended> => {
    const encoded = events.map((event: NewEvent) => encode(event));
    const ids = events.map(({ id }) => id);
    return insist({
      persistence,
      // The store recognises a repeat for certain only by an exact expected revision.
      repeatable: expectedRevision !== 'any',
      async act() {
        await answered(pass(), patience.log).catch((error: unknown) => {
          throw error instanceof EventStoreTimeout ? new EventStoreUnavailable(error) : error;
        });
        const { nextExpectedRevision: revision, position } = await attempt(
          connection,
          slots,
          stream,
          encoded,
          expectedRevision,
        );
        return { revision, position: position ?? (await positionAt(connection, stream, revision)) };
      },
      lookUp: () =>
        lookUp(connection.client, stream, ids, expectedRevision).catch((error: unknown) => {
          if (error instanceof WrongExpectedRevision) throw error;
          return undefined;
        }),
    });
  };

const positionAt = async ({ client }: Connection, stream: string, revision: bigint): Promise<Position> => {
  const position = await placeOf(client, stream, revision).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (!position) throw new EventStoreFault(`${stream} has no position at ${revision}`);
  return position;
};
