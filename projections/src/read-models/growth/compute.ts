import { benchmarkSymbol, type Provenance, provenanceOf } from '@groundswell/contracts';
import { dateAfter } from '@groundswell/domain/calendar';
import {
  type Composition,
  type GrowthPoint,
  growthOf,
  type Holding,
  type PriceIndex,
  type Prices,
  performanceOf,
  priceIndexOf,
  riskOf,
  startOfYear,
  timelineOf,
  windowOf,
} from '@groundswell/domain/growth';
import type { Sql } from '@groundswell/platform/database';
import { type CompletedSession, readRecordedDays } from './recorded-days.js';

/**
 * The computed series. Points are `[date, portfolio, spy, tracked]`, dollars as decimal text, the whole list
 * as JSON text: written and read as is, and never examined by SQL. Stored uncompressed, because compression
 * took more than half of the time of writing.
 */
export const growthDdl = `CREATE TABLE growth_series (
  id text PRIMARY KEY, performance text, provenance text, risk jsonb, points text NOT NULL, tracked_since text
);
ALTER TABLE growth_series ALTER points SET STORAGE EXTERNAL`;

/** Concepts at a time, so that only their prices are in memory as rows, not the whole market's. */
const chunk = 25;

interface ConceptRow {
  readonly id: string;
  /**
   * Compositions relevant to the window: from the last one at or before its first session on, and the first one that
   * held something at the close of a weekday, since which the concept is tracked.
   */
  readonly history: readonly Composition[];
}

const read = `SELECT h.id, coalesce((
    SELECT jsonb_agg(jsonb_build_object('date', c.date, 'holdings', c.holdings) ORDER BY c.date) FROM held_composition c
     WHERE c.concept_id = h.id AND (c.date >= coalesce((
       SELECT max(b.date) FROM held_composition b WHERE b.concept_id = h.id AND b.date <= $2), '')
       OR c.date = (
         SELECT min(f.date) FROM (
           SELECT b.date, b.holdings, lead(b.date) OVER (ORDER BY b.date) AS until FROM held_composition b
            WHERE b.concept_id = h.id) f
          WHERE f.holdings <> '[]' AND (f.until IS NULL OR f.until > to_char(f.date::date +
            CASE extract(isodow FROM f.date::date) WHEN 6 THEN 2 WHEN 7 THEN 1 ELSE 0 END, 'YYYY-MM-DD'))))), '[]') AS history
  FROM concept_holdings h WHERE h.id = ANY ($1) ORDER BY h.id`;

interface Window {
  /** Days of the benchmark, from a year before the last session with complete prices up to that session. */
  readonly sessions: readonly string[];
  /**
   * Symbols for which the broker has nothing. One that could not be asked for is not included: its price is
   * still to come.
   */
  readonly missing: ReadonlySet<string>;
}

/**
 * Days before the last session to read for the benchmark: a year, plus two months in case it had no prices for a
 * while.
 */
const reach = 430;

const readWindow = async (sql: Sql): Promise<Window> => {
  const [completed] = await sql.query<Pick<CompletedSession, 'date' | 'missing'>>(
    'SELECT date, missing FROM completed_session WHERE market = $1',
    ['us'],
  );
  if (!completed) return { sessions: [], missing: new Set() };
  const { date: last, missing } = completed;
  const recorded = await readRecordedDays(sql, [benchmarkSymbol], dateAfter(last, -reach));
  const dates = recorded.get(benchmarkSymbol)?.map(({ date }) => date) ?? [];
  return {
    sessions: windowOf(dates.filter((date) => date <= last)),
    missing: new Set(missing.flatMap(({ symbol, cause }) => (cause === 'failed' ? [] : symbol))),
  };
};

/** Indexes of all symbols loaded so far. Concepts share symbols, so each is computed once. */
class PriceBoard implements Prices {
  private readonly indexes = new Map<string, PriceIndex>();

  constructor(private readonly window: Window) {}

  get sessions(): readonly string[] {
    return this.window.sessions;
  }

  indexOf = (symbol: string): PriceIndex | undefined => this.indexes.get(symbol);

  isAwaited(symbol: string): boolean {
    return !this.indexes.has(symbol) && !this.window.missing.has(symbol);
  }

  async load(sql: Sql, symbols: Iterable<string>): Promise<void> {
    const wanted = [...new Set(symbols)].filter((symbol) => !this.indexes.has(symbol));
    if (wanted.length === 0) return;
    for (const [symbol, recorded] of await readRecordedDays(sql, wanted, this.sessions[0] ?? '')) {
      this.indexes.set(symbol, priceIndexOf(recorded, this.sessions));
    }
  }
}

/**
 * Whether a holding in the window was not asked for yet. A number without it would change a moment later; a
 * symbol that was asked for in vain shares its weight out.
 */
const isAwaited = (history: readonly Composition[], prices: PriceBoard): boolean => {
  const awaited = (holdings: readonly Holding[]) => holdings.some(({ symbol }) => prices.isAwaited(symbol));
  return (
    history.some(({ holdings }) => awaited(holdings)) &&
    timelineOf(history, prices.sessions).held.some(({ holdings }) => awaited(holdings))
  );
};

const provenanceOfSeries = (
  points: readonly GrowthPoint[],
  trackedSince: string | null,
): Provenance | null => {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? provenanceOf({ from: first.date, until: last.date }, trackedSince) : null;
};

const seriesOf = ({ id, history }: ConceptRow, prices: PriceBoard) => {
  const points = isAwaited(history, prices) ? [] : growthOf(history, prices);
  const trackedSince = points.find(({ tracked }) => tracked)?.date ?? null;
  return {
    id,
    performance: performanceOf(points, startOfYear(prices.sessions)),
    provenance: provenanceOfSeries(points, trackedSince),
    risk: riskOf(points),
    points: JSON.stringify(
      points.map(({ date, portfolio, spy, tracked }) => [date, portfolio, spy, tracked]),
    ),
    tracked_since: trackedSince,
  };
};

const write = `INSERT INTO growth_series (id, performance, provenance, risk, points, tracked_since)
  SELECT id, performance, provenance, risk, points, tracked_since
  FROM jsonb_to_recordset($1)
    AS r (id text, performance text, provenance text, risk jsonb, points text, tracked_since text)
  ON CONFLICT (id) DO UPDATE SET performance = excluded.performance, provenance = excluded.provenance,
    risk = excluded.risk, points = excluded.points, tracked_since = excluded.tracked_since`;

/** Computes and writes the growth of the given concepts from the present tables. */
export const computeGrowth = async (sql: Sql, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const board = new PriceBoard(await readWindow(sql));
  await board.load(sql, [benchmarkSymbol]);
  const readFrom = async (start: number): Promise<ConceptRow[]> => {
    const chosen = ids.slice(start, start + chunk);
    if (chosen.length === 0) return [];
    const concepts = await sql.query<ConceptRow>(read, [chosen, board.sessions[0] ?? '']);
    const held = concepts.flatMap(({ history }) => history.flatMap(({ holdings }) => holdings));
    await board.load(
      sql,
      held.map(({ symbol }) => symbol),
    );
    return concepts;
  };
  let concepts = await readFrom(0);
  let writing: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < ids.length; start += chunk) {
    const series = JSON.stringify(concepts.map((concept) => seriesOf(concept, board)));
    await writing;
    concepts = await readFrom(start + chunk);
    // The next ones are computed while these are written; a failure surfaces at the next await.
    writing = sql.query(write, [series]);
    writing.catch(() => undefined);
  }
  await writing;
};
