import type { MissingPrice } from '@groundswell/contracts';
import type { RecordedReturn } from '@groundswell/domain/growth';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import type { RowTable, Trail } from '@groundswell/platform/read-store';

/** Consecutive recorded days of a symbol: the stretch that new days are added to. */
export interface RecordedDays {
  readonly symbol: string;
  /** Date of the first one. */
  readonly since: string;
  /** Date and total return, in ascending order. */
  readonly days: readonly (readonly [date: string, totalReturn: string | null])[];
}

/** Days in one row: few enough to rewrite each night, and enough that a year takes few rows. */
const daysOfStretch = 60;

const evolve = (row: RecordedDays | undefined, event: RecordedEvent): RecordedDays | undefined => {
  if (event.type !== 'DailyReturnsRecorded') return row;
  const { symbol, days } = event.data;
  const last = row?.days.at(-1)?.[0] ?? '';
  const later = days
    .filter(({ date }) => date > last)
    .map(({ date, totalReturn }) => [date, totalReturn] as const);
  const [first] = later;
  if (!first) return row;
  return row && row.days.length < daysOfStretch
    ? { ...row, days: [...row.days, ...later] }
    : { symbol, since: first[0], days: later };
};

const stretches: Trail<RecordedDays, RecordedDays> = {
  name: 'recorded_stretch',
  key: ['symbol', 'since'],
  columns: { symbol: 'text', since: 'text', days: 'jsonb' },
  at: ({ since }) => since,
  entryOf: (row) => row,
};

export const recordedDays: RowTable<RecordedDays> = {
  name: 'recorded_days',
  key: 'symbol',
  columns: { symbol: 'text', since: 'text', days: 'jsonb' },
  keyOf: (event) => (event.type === 'DailyReturnsRecorded' ? event.data.symbol : undefined),
  evolve,
  trail: stretches,
};

/**
 * The days of symbols in ascending order, from a date on and some from before, because a halted symbol has its last
 * price there. Symbols without recorded days are left out.
 */
export const readRecordedDays = async (
  sql: Sql,
  symbols: readonly string[],
  from: string,
): Promise<Map<string, RecordedReturn[]>> => {
  const found = await sql.query<Omit<RecordedDays, 'since'>>(
    `SELECT s.symbol, s.days
       FROM unnest($1::text[]) AS wanted (symbol)
       CROSS JOIN LATERAL (
         SELECT coalesce(max(b.since), '') AS first FROM recorded_stretch b
          WHERE b.symbol = wanted.symbol AND b.since <= $2) AS before
       JOIN recorded_stretch s ON s.symbol = wanted.symbol AND s.since >= before.first
      ORDER BY s.symbol, s.since`,
    [symbols, from],
  );
  const recorded = new Map<string, RecordedReturn[]>();
  for (const { symbol, days } of found) {
    const earlier = recorded.get(symbol) ?? [];
    for (const [date, totalReturn] of days) earlier.push({ date, totalReturn });
    recorded.set(symbol, earlier);
  }
  return recorded;
};

/** The days of one symbol after a date, ascending, at most `limit`. */
export const readReturns = (
  sql: Sql,
  symbol: string,
  after: string,
  limit: number,
): Promise<RecordedReturn[]> =>
  sql.query(
    `SELECT d.day ->> 0 AS date, d.day ->> 1 AS "totalReturn"
       FROM recorded_stretch s, jsonb_array_elements(s.days) AS d (day)
      WHERE s.symbol = $1 AND d.day ->> 0 > $2 AND s.since >= (
        SELECT coalesce(max(b.since), '') FROM recorded_stretch b WHERE b.symbol = $1 AND b.since <= $2)
      ORDER BY d.day ->> 0 LIMIT $3`,
    [symbol, after, limit],
  );

/** The last session with all prices. */
export interface CompletedSession {
  readonly market: string;
  readonly date: string;
  /** Symbols without a price, and why. */
  readonly missing: readonly MissingPrice[];
}

/** Symbols that the broker could not be queried for at the last complete session, and that have not arrived since. */
export interface PricesMissing {
  readonly since: string;
  readonly symbols: number;
}

/** SQL: whether the price of `m`, missing at completed session `c`, has not arrived since. */
export const isStillMissing = `NOT EXISTS (
  SELECT 1 FROM recorded_days d WHERE d.symbol = m ->> 'symbol' AND d.days -> -1 ->> 0 >= c.date)`;

export const readPricesMissing = (sql: Sql): Promise<PricesMissing[]> =>
  sql.query(
    `SELECT c.date AS since, count(*)::int AS symbols
       FROM completed_session c, jsonb_array_elements(c.missing) AS m
      WHERE m ->> 'cause' = 'failed' AND ${isStillMissing}
      GROUP BY c.date`,
    [],
  );

export const completedSession: RowTable<CompletedSession> = {
  name: 'completed_session',
  key: 'market',
  columns: { market: 'text', date: 'text', missing: 'jsonb' },
  keyOf: ({ type }) => (type === 'SessionPricesCompleted.v3' ? 'us' : undefined),
  evolve: (row, event) =>
    event.type !== 'SessionPricesCompleted.v3' || (row && row.date > event.data.date)
      ? row
      : { market: 'us', date: event.data.date, missing: event.data.missing },
};
