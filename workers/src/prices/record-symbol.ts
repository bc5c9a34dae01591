import { type DailyReturn, instrumentIdOf, isCrypto, streamOf } from '@groundswell/contracts';
import type { Log } from '@groundswell/platform';
import type { EventStore } from '@groundswell/platform/event-store';
import type { Outcome } from './asked.js';
import { evolveRecorded, type RecordedSymbol } from './price-state.js';
import { recordDays } from './record-days.js';
import {
  anotherClose,
  beyondDoubt,
  type LastDay,
  type PricedDay,
  returnsAfter,
  returnsAfterLost,
} from './returns.js';

interface RecordDependencies {
  readonly eventStore: EventStore;
  readonly now: () => Date;
  readonly log: Log;
}

/** The broker's prices of a symbol, up to a session. */
interface SymbolPrices {
  readonly symbol: string;
  /** In ascending order, starting with the last recorded day, or before it where the broker no longer has that. */
  readonly priced: readonly PricedDay[];
  readonly session: string;
}

/** Maximum attempts to compute and append days when other writers come first. */
const mostAttempts = 5;

const eventsOf = async (eventStore: EventStore, symbol: string) =>
  (await eventStore.readStream(streamOf('instrument', instrumentIdOf(symbol)))).events;

/** How far a symbol is recorded according to the log itself. The process state may be behind. */
const recordedOf = async (eventStore: EventStore, symbol: string): Promise<RecordedSymbol | undefined> =>
  (await eventsOf(eventStore, symbol)).reduce(evolveRecorded, undefined);

const daysOf = async (eventStore: EventStore, symbol: string): Promise<DailyReturn[]> =>
  (await eventsOf(eventStore, symbol)).flatMap(({ type, data }) =>
    type === 'DailyReturnsRecorded' ? data.days : [],
  );

interface Following {
  readonly days: readonly DailyReturn[];
  /** Whether a day follows that cannot be recorded yet. */
  readonly inDoubt: boolean;
}

/** The days after the last recorded one; undefined when the broker has none of the recorded ones. */
const daysAfter = async (
  { eventStore, log }: RecordDependencies,
  { symbol, priced, session }: SymbolPrices,
  last: LastDay | undefined,
): Promise<Following | undefined> => {
  const days = returnsAfter(priced, last) ?? returnsAfterLost(priced, await daysOf(eventStore, symbol));
  if (!days) {
    log.warn({ symbol, last: last?.date }, 'the broker has none of the days that were recorded last');
    return undefined;
  }
  const another = anotherClose(priced, last);
  if (another)
    log.warn({ symbol, ...last, now: another.raw }, 'the broker has another close of the last recorded day');
  if (isCrypto(symbol)) return { days, inDoubt: false };
  const sure = beyondDoubt(days, session);
  const doubtful = days[sure.length];
  if (doubtful)
    log.warn({ symbol, ...doubtful }, 'a day that looks like a split waits for two later sessions');
  return { days: sure, inDoubt: doubtful !== undefined };
};

/** Records the days after the last recorded one; undefined when another writer came first. */
const recordAfter = async (
  dependencies: RecordDependencies,
  prices: SymbolPrices,
  recorded: RecordedSymbol | undefined,
): Promise<Outcome | undefined> => {
  const { eventStore, now } = dependencies;
  const { symbol, priced, session } = prices;
  if ((recorded?.last_date ?? '') >= session) return 'recorded';
  if (priced.length === 0) return 'no price';
  const last = recorded && { date: recorded.last_date, close: recorded.last_close };
  const following = await daysAfter(dependencies, prices, last);
  if (!following) return 'no price';
  const { days, inDoubt } = following;
  const without = inDoubt ? 'in doubt' : 'no price';
  if (days.length === 0) return without;
  const expectedRevision = recorded ? BigInt(recorded.revision) : 'no_stream';
  if (!(await recordDays(eventStore, { symbol, days, expectedRevision }, now()))) return undefined;
  return days.at(-1)?.date === session ? 'recorded' : without;
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
