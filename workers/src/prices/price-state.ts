import { benchmarkSymbol, idOfStream } from '@groundswell/contracts';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { allOf, type ReadModel, type RowTable, rows } from '@groundswell/platform/read-store';

/** Symbols that a concept has ever held. Its past needs their prices as much as its present. */
interface ConceptSymbols {
  readonly id: string;
  readonly symbols: readonly string[];
}

const conceptSymbols: RowTable<ConceptSymbols> = {
  name: 'concept_symbols',
  key: 'id',
  columns: { id: 'text', symbols: 'jsonb' },
  keyOf: ({ type, stream }) => (type === 'AllocationAdded' ? idOfStream(stream) : undefined),
  evolve(row, event) {
    if (event.type !== 'AllocationAdded') return row;
    const { symbol } = event.data;
    if (row?.symbols.includes(symbol)) return row;
    return { id: idOfStream(event.stream), symbols: [...(row?.symbols ?? []), symbol] };
  },
};

/** How far a symbol's prices are recorded. */
export interface RecordedSymbol {
  readonly symbol: string;
  readonly last_date: string;
  /** Recorded close of that day, which the broker may correct later. */
  readonly last_close: string;
  /** Revision of the last event in its stream. */
  readonly revision: number;
}

/** Folds an event into how far its symbol is recorded. */
export const evolveRecorded = (
  row: RecordedSymbol | undefined,
  event: RecordedEvent,
): RecordedSymbol | undefined => {
  if (event.type !== 'DailyReturnsRecorded') return row;
  const { symbol, days } = event.data;
  const last = days.at(-1);
  return {
    symbol,
    last_date: last?.date ?? '',
    last_close: last?.close ?? '',
    revision: Number(event.revision),
  };
};

const recordedSymbols: RowTable<RecordedSymbol> = {
  name: 'recorded_symbol',
  key: 'symbol',
  columns: { symbol: 'text', last_date: 'text', last_close: 'text', revision: 'bigint' },
  keyOf: (event) => (event.type === 'DailyReturnsRecorded' ? event.data.symbol : undefined),
  evolve: evolveRecorded,
};

interface PricedSession {
  readonly market: string;
  readonly date: string;
}

const pricedSessions: RowTable<PricedSession> = {
  name: 'priced_session',
  key: 'market',
  columns: { market: 'text', date: 'text' },
  keyOf: ({ type, stream }) => (type === 'SessionPricesCompleted.v3' ? idOfStream(stream) : undefined),
  evolve: (row, event) =>
    event.type === 'SessionPricesCompleted.v3'
      ? { market: idOfStream(event.stream), date: event.data.date }
      : row,
};

/** The benchmark is always included. */
const everHeld = `SELECT jsonb_array_elements_text(symbols) AS symbol FROM concept_symbols UNION SELECT '${benchmarkSymbol}'`;

/** What the log says about prices: which symbols need them, and how far they are recorded. */
export const priceState = {
  name: 'priceBook',
  version: 2,
  categories: ['concept', 'instrument', 'market'],
  isInternal: true,
  ...allOf(rows(conceptSymbols), rows(recordedSymbols), rows(pricedSessions)),
  queries: {
    /** Symbols that need prices and have none at all. */
    unrecorded: async (sql: Sql): Promise<string[]> => {
      const found = await sql.query<{ symbol: string }>(
        `SELECT symbol FROM (${everHeld}) held WHERE symbol NOT IN (SELECT symbol FROM recorded_symbol) ORDER BY symbol`,
      );
      return found.map(({ symbol }) => symbol);
    },
    /** All symbols that need prices. */
    needed: async (sql: Sql): Promise<string[]> => {
      const found = await sql.query<{ symbol: string }>(
        `SELECT symbol FROM (${everHeld}) held ORDER BY symbol`,
      );
      return found.map(({ symbol }) => symbol);
    },
    recorded: async (sql: Sql, symbols: readonly string[]): Promise<Map<string, RecordedSymbol>> => {
      const found = await sql.query<RecordedSymbol>(
        'SELECT symbol, last_date, last_close, revision::int AS revision FROM recorded_symbol WHERE symbol = ANY ($1)',
        [symbols],
      );
      return new Map(found.map((row) => [row.symbol, row]));
    },
    /** Last session whose prices are complete. */
    completed: async (sql: Sql): Promise<string | undefined> => {
      const [row] = await sql.query<{ date: string }>('SELECT date FROM priced_session');
      return row?.date;
    },
  },
} as const satisfies ReadModel;
