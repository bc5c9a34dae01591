import { type DailyReturn, instrumentIdOf, mostDaysOfEvent, streamOf } from '@groundswell/contracts';
import { currentCorrelation, derivedId } from '@groundswell/platform';
import {
  type EventStore,
  type NewEvent,
  type StreamRevision,
  WrongExpectedRevision,
} from '@groundswell/platform/event-store';

/** The actor of all events recorded here. */
const actor = { id: 'workers.prices', role: 'system' } as const;

export const metadataOf = (now: Date) => {
  const correlation = currentCorrelation();
  return {
    actor,
    correlationId: correlation?.correlationId ?? 'prices',
    causationId: correlation?.causationId ?? 'prices',
    schemaVersion: 1,
    occurredAt: now.toISOString(),
  };
};

const chunked = (days: readonly DailyReturn[]): DailyReturn[][] =>
  Array.from({ length: Math.ceil(days.length / mostDaysOfEvent) }, (_, index) =>
    days.slice(index * mostDaysOfEvent, (index + 1) * mostDaysOfEvent),
  );

export interface Recording {
  readonly symbol: string;
  /** In ascending order, all later than any recorded before. */
  readonly days: readonly DailyReturn[];
  readonly expectedRevision: StreamRevision;
}

/**
 * Appends days to a symbol's stream. Event ids are derived from symbol and days, and the stream must be at the
 * revision that was read, so even repeated or concurrent jobs write each day once.
 * @returns false when another writer came first and its events must be read
 */
export const recordDays = async (
  eventStore: EventStore,
  { symbol, days, expectedRevision }: Recording,
  now: Date,
): Promise<boolean> => {
  const events = chunked(days).map(
    (chunk): NewEvent => ({
      id: derivedId('daily returns', symbol, chunk[0]?.date ?? '', chunk.at(-1)?.date ?? ''),
      type: 'DailyReturnsRecorded',
      data: { symbol, days: chunk },
      metadata: metadataOf(now),
    }),
  );
  try {
    await eventStore.append(streamOf('instrument', instrumentIdOf(symbol)), events, { expectedRevision });
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return false;
    throw error;
  }
};
