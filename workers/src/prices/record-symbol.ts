import { instrumentIdOf, streamOf } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import type { Outcome } from './asked.js';
import { evolveRecorded, type RecordedSymbol } from './price-state.js';
import { recordDays } from './record-days.js';
import { type PricedDay, returnsAfter } from './returns.js';

interface RecordDependencies {
  readonly eventStore: EventStore;
  readonly now: () => Date;
  readonly log: Log;
}

/** The broker's prices of a symbol, up to a session. */
interface SymbolPrices {
  readonly symbol: string;
  /** In ascending order, starting with the last recorded day. */
  readonly priced: readonly PricedDay[];
  readonly session: string;
}

/** Maximum attempts to compute and append days when other writers come first. */
const mostAttempts = 5;

/** How far a symbol is recorded according to the log itself. The process state may be behind. */
const recordedOf = async (eventStore: EventStore, symbol: string): Promise<RecordedSymbol | undefined> => {
  const { events } = await eventStore.readStream(streamOf('instrument', instrumentIdOf(symbol)));
  return events.reduce(evolveRecorded, undefined);
};

/** Records the days after the last recorded one; undefined when another writer came first. */
const recordAfter = async (
  { eventStore, log, now }: RecordDependencies,
  { symbol, priced, session }: SymbolPrices,
  recorded: RecordedSymbol | undefined,
): Promise<Outcome | undefined> => {
  if ((recorded?.last_date ?? '') >= session) return 'recorded';
  if (priced.length === 0) return 'no price';
  const days = returnsAfter(priced, recorded?.last_date);
  if (!days) {
    log.warn({ symbol, last: recorded?.last_date }, 'the broker no longer has the last day recorded');
    return 'no price';
  }
  if (days.length === 0) return 'no price';
  const expectedRevision = recorded ? BigInt(recorded.revision) : 'no_stream';
  if (!(await recordDays(eventStore, { symbol, days, expectedRevision }, now()))) return undefined;
  return days.at(-1)?.date === session ? 'recorded' : 'no price';
};

/**
 * Records what is new for one symbol. Another writer may have recorded an earlier session; then the rest up to this
 * one is computed from there.
 * @param known how far the process state has recorded it
 * @returns undefined when other writers came first in every attempt
 * @throws EventStoreError
 */
export const recordSymbol = async (
  dependencies: RecordDependencies,
  prices: SymbolPrices,
  known: RecordedSymbol | undefined,
): Promise<Outcome | undefined> => {
  let recorded = known;
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const outcome = await recordAfter(dependencies, prices, recorded);
    if (outcome) return outcome;
    recorded = await recordedOf(dependencies.eventStore, prices.symbol);
  }
  return undefined;
};
