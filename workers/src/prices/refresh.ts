import type { MarketData } from '@groundswell/broker';
import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { noteAsked, type Outcome } from './asked.js';
import { daysBefore } from './dates.js';
import { priceBook, type RecordedSymbol } from './price-book.js';
import { pricesOf } from './price-source.js';
import { recordDays } from './record-days.js';
import { type PricedDay, returnsAfter } from './returns.js';

export interface Surroundings {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly data: MarketData;
  readonly now: () => Date;
  readonly log: Log;
}

/** Days before a session from which a new symbol is recorded: a year, and a margin for the first day of the window. */
const backfillDays = 365 + 45;

/** Days behind beyond which a symbol is asked for apart, so that one that stands still does not hold up a batch. */
const straggling = 14;

/** Appends under way at a time. */
const appending = 24;

interface Group {
  readonly symbols: readonly string[];
  readonly start: string;
}

/** Symbols that are asked for together: new ones, those of the last days, and stragglers. */
const groupsOf = (
  symbols: readonly string[],
  recorded: ReadonlyMap<string, RecordedSymbol>,
  session: string,
): Group[] => {
  const lastOf = (symbol: string) => recorded.get(symbol)?.last_date;
  const recently = daysBefore(session, straggling);
  const behind = symbols.filter((symbol) => (lastOf(symbol) ?? '') < session);
  const fresh = behind.filter((symbol) => lastOf(symbol) === undefined);
  const known = behind.filter((symbol) => lastOf(symbol) !== undefined);
  const startOf = (some: readonly string[]) =>
    some.map((symbol) => lastOf(symbol) ?? '').sort()[0] ?? session;
  const [recent, late] = [true, false].map((wanted) =>
    known.filter((symbol) => (lastOf(symbol) ?? '') >= recently === wanted),
  );
  return [
    { symbols: fresh, start: daysBefore(session, backfillDays) },
    { symbols: recent ?? [], start: startOf(recent ?? []) },
    { symbols: late ?? [], start: startOf(late ?? []) },
  ].filter((group) => group.symbols.length > 0);
};

/** Records what is new of one symbol. */
const recordSymbol = async (
  { eventStore, log, now }: Surroundings,
  symbol: string,
  priced: readonly PricedDay[],
  { standing, session }: { standing: RecordedSymbol | undefined; session: string },
): Promise<Outcome> => {
  if (priced.length === 0) return 'no price';
  const days = returnsAfter(priced, standing?.last_date);
  if (!days) {
    log.warn({ symbol, last: standing?.last_date }, 'the broker no longer has the last day recorded');
    return 'no price';
  }
  if (days.length === 0) return standing?.last_date === session ? 'recorded' : 'no price';
  const expectedRevision = standing ? BigInt(standing.revision) : 'no_stream';
  // When somebody else wrote first, it was the same days from the same broker: there is nothing left to do.
  await recordDays(eventStore, { symbol, days, expectedRevision }, now());
  return days.at(-1)?.date === session ? 'recorded' : 'no price';
};

const eachAtOnce = async <T>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<void>,
): Promise<void> => {
  const waiting = items.values();
  const turns = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const item of waiting) await act(item);
  });
  await Promise.all(turns);
};

/**
 * Brings symbols up to a session: reads what is recorded, asks the broker for what follows, appends it, and notes what
 * came of each. Doing it again, or twice at once, adds nothing.
 * @throws BrokerError, EventStoreError
 */
export const refreshSymbols = async (
  surroundings: Surroundings,
  symbols: readonly string[],
  session: string,
): Promise<ReadonlyMap<string, Outcome>> => {
  const { database, data } = surroundings;
  const recorded = await priceBook.queries.recorded(database, symbols);
  const outcomes = new Map<string, Outcome>();
  for (const symbol of symbols) {
    if ((recorded.get(symbol)?.last_date ?? '') >= session) outcomes.set(symbol, 'recorded');
  }
  for (const group of groupsOf(symbols, recorded, session)) {
    const { days, refused } = await pricesOf(data, { ...group, end: session });
    await eachAtOnce(group.symbols, appending, async (symbol) => {
      const standing = recorded.get(symbol);
      outcomes.set(
        symbol,
        await recordSymbol(surroundings, symbol, days.get(symbol) ?? [], { standing, session }),
      );
    });
    for (const symbol of refused) outcomes.set(symbol, 'refused');
  }
  await noteAsked(database, session, outcomes);
  return outcomes;
};
