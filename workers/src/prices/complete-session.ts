import { type MissingPrice, streamOf } from '@groundswell/contracts';
import { dateAfter } from '@groundswell/domain/calendar';
import { derivedId } from '@groundswell/platform';
import {
  type EventStore,
  type NewEvent,
  type StreamRevision,
  WrongExpectedRevision,
} from '@groundswell/platform/event-store';
import { askedFor, forgetBefore } from './asked.js';
import { priceState } from './price-state.js';
import { metadataOf } from './record-days.js';
import type { RefreshDependencies } from './refresh.js';

const stream = streamOf('market', 'us');

/** Days for which request outcomes are kept. */
const rememberedDays = 30;

/** How far a session has come. */
export interface Progress {
  readonly session: string;
  readonly symbols: number;
  readonly asked: number;
  /** Requested without success, and why. */
  readonly missing: readonly MissingPrice[];
}

export const progressOf = async (
  { database }: Pick<RefreshDependencies, 'database'>,
  session: string,
): Promise<Progress> => {
  const needed = await priceState.queries.needed(database);
  const asked = await askedFor(database, session);
  return {
    session,
    symbols: needed.length,
    asked: needed.filter((symbol) => asked.has(symbol)).length,
    missing: needed.flatMap((symbol) => {
      const cause = asked.get(symbol);
      return cause === undefined || cause === 'recorded' ? [] : [{ symbol, cause }];
    }),
  };
};

/**
 * Whether a session that was completed in an outage has to be completed again: nothing is still to come, but of some
 * symbol that was, the broker has no price.
 */
const isOver = (before: readonly MissingPrice[], { missing }: Progress): boolean => {
  const failed = new Set(before.flatMap(({ symbol, cause }) => (cause === 'failed' ? [symbol] : [])));
  return missing.every(({ cause }) => cause !== 'failed') && missing.some(({ symbol }) => failed.has(symbol));
};

/** The event that completes a session, or completes it again, and the revision it follows; undefined when there is none. */
const completionOf = async (
  eventStore: EventStore,
  progress: Progress,
): Promise<{ readonly id: string; readonly expectedRevision: StreamRevision } | undefined> => {
  const { session } = progress;
  const { events, revision } = await eventStore.readStream(stream);
  const done = events.findLast(
    ({ type, data }) => type === 'SessionPricesCompleted.v3' && data.date >= session,
  );
  if (done?.type !== 'SessionPricesCompleted.v3')
    return { id: derivedId('session prices completed', session), expectedRevision: revision };
  if (done.data.date > session || !isOver(done.data.missing, progress)) return undefined;
  return { id: derivedId('session prices completed again', done.id), expectedRevision: revision };
};

/**
 * Declares a session complete once every required symbol was requested. Missing prices do not hold it up forever:
 * they are listed as missing and requested again the next night. After an outage it is declared again with what is
 * missing for good.
 * @returns whether the session is complete now
 */
export const completeSession = async (
  dependencies: RefreshDependencies,
  session: string,
): Promise<boolean> => {
  const { database, eventStore, log, now } = dependencies;
  const progress = await progressOf(dependencies, session);
  if (progress.asked < progress.symbols) return false;
  const completion = await completionOf(eventStore, progress);
  if (!completion) return true;
  const { id, expectedRevision } = completion;
  const event: NewEvent = {
    id,
    type: 'SessionPricesCompleted.v3',
    data: { date: session, symbols: progress.symbols, missing: [...progress.missing] },
    metadata: metadataOf(now()),
  };
  try {
    await eventStore.append(stream, [event], { expectedRevision });
  } catch (error) {
    // Another worker finished the last symbol at the same moment.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  await forgetBefore(database, dateAfter(session, -rememberedDays));
  log.info({ ...progress, missing: progress.missing.length }, 'the prices of a session are complete');
  return true;
};
