import type { MarketData } from '@groundswell/broker';
import { benchmarkSymbol } from '@groundswell/contracts';
import { dateAfter } from '@groundswell/domain/calendar';
import type { Log } from '@groundswell/platform';
import type { Database } from '@groundswell/platform/database';
import type { EventStore } from '@groundswell/platform/event-store';
import { eachAtOnce } from '../shared/at-once.js';
import { noteAsked, type Outcome } from './asked.js';
import { type Prices, pricesOf, type Wanted } from './price-source.js';
import { priceState, type RecordedSymbol } from './price-state.js';
import { recordSymbol } from './record-symbol.js';

export interface RefreshDependencies {
  readonly database: Database;
  readonly eventStore: EventStore;
  readonly data: MarketData;
  readonly now: () => Date;
  readonly log: Log;
}

/**
 * Days before a session from which a new symbol is recorded: a year, plus a margin for the first day of the window.
 */
const backfillDays = 365 + 45;

/** Days behind after which a symbol is requested separately, so that it does not hold up a batch. */
const straggling = 14;

/** Calendar days before the last recorded one in which the broker has another, even at a turn of the year. */
const earlier = 14;

/** Concurrent appends. */
const appending = 24;

interface Group {
  readonly symbols: readonly string[];
  readonly start: string;
}

/** Groups symbols to request together: new ones, recent ones, and stragglers. */
const groupsOf = (
  symbols: readonly string[],
  recorded: ReadonlyMap<string, RecordedSymbol>,
  session: string,
): Group[] => {
  const lastOf = (symbol: string) => recorded.get(symbol)?.last_date;
  const recently = dateAfter(session, -straggling);
  const behind = symbols.filter((symbol) => (lastOf(symbol) ?? '') < session);
  const fresh = behind.filter((symbol) => lastOf(symbol) === undefined);
  const known = behind.filter((symbol) => lastOf(symbol) !== undefined);
  const startOf = (some: readonly string[]) =>
    some.map((symbol) => lastOf(symbol) ?? '').sort()[0] ?? session;
  const [recent, late] = [true, false].map((wanted) =>
    known.filter((symbol) => (lastOf(symbol) ?? '') >= recently === wanted),
  );
  return [
    { symbols: fresh, start: dateAfter(session, -backfillDays) },
    { symbols: recent ?? [], start: startOf(recent ?? []) },
    { symbols: late ?? [], start: startOf(late ?? []) },
  ].filter((group) => group.symbols.length > 0);
};

/** Prices of a group. Where the broker no longer has a symbol's last recorded day, but later ones, also earlier days. */
const pricesSince = async (
  data: MarketData,
  wanted: Wanted,
  recorded: ReadonlyMap<string, RecordedSymbol>,
): Promise<Prices> => {
  const { days, refused } = await pricesOf(data, wanted);
  const isLost = (symbol: string): boolean => {
    const last = recorded.get(symbol)?.last_date;
    const dates = (days.get(symbol) ?? []).map(({ date }) => date);
    return last !== undefined && (dates.at(-1) ?? '') > last && !dates.includes(last);
  };
  const symbols = wanted.symbols.filter(isLost);
  if (symbols.length === 0) return { days, refused };
  const before = await pricesOf(data, { ...wanted, symbols, start: dateAfter(wanted.start, -earlier) });
  return { days: new Map([...days, ...before.days]), refused };
};

/**
 * Brings symbols up to a session: reads what is recorded, requests what follows from the broker, appends it, and
 * stores the outcomes. Repeated or concurrent runs add nothing.
 * @throws BrokerError, EventStoreError; an Error when some symbols have no outcome and must be requested again
 */
export const refreshSymbols = async (
  dependencies: RefreshDependencies,
  symbols: readonly string[],
  session: string,
): Promise<void> => {
  const { database, data } = dependencies;
  const recorded = await priceState.queries.recorded(database, symbols);
  const outcomes = new Map<string, Outcome>();
  for (const symbol of symbols) {
    if ((recorded.get(symbol)?.last_date ?? '') >= session) outcomes.set(symbol, 'recorded');
  }
  for (const group of groupsOf(symbols, recorded, session)) {
    const { days, refused } = await pricesSince(data, { ...group, end: session }, recorded);
    await eachAtOnce(group.symbols, appending, async (symbol) => {
      const prices = { symbol, priced: days.get(symbol) ?? [], session };
      const outcome = await recordSymbol(dependencies, prices, recorded.get(symbol));
      if (outcome) outcomes.set(symbol, outcome);
    });
    for (const symbol of refused) outcomes.set(symbol, 'refused');
  }
  const benchmark = outcomes.get(benchmarkSymbol);
  if (benchmark && benchmark !== 'recorded') outcomes.set(benchmarkSymbol, 'failed');
  await noteAsked(database, session, outcomes);
  const overtaken = symbols.filter((symbol) => !outcomes.has(symbol));
  if (overtaken.length > 0)
    throw new Error(`another writer kept writing the prices of ${overtaken.join(', ')}`);
};
