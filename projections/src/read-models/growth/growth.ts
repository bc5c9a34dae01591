import { benchmarkSymbol, idOfStream, type MissingPrice, type Provenance } from '@groundswell/contracts';
import type { Composition, Risk } from '@groundswell/domain/growth';
import type { Sql } from '@groundswell/platform/database';
import type { RecordedEvent } from '@groundswell/platform/event-store';
import { allOf, joinWriters, type ReadModel, rows, type Writer } from '@groundswell/platform/read-store';
import { computeGrowth, growthDdl } from './compute.js';
import { changesHoldings, conceptHoldings } from './concept-holdings.js';
import {
  completedSession,
  isStillMissing,
  readPricesMissing,
  readReturns,
  recordedDays,
} from './recorded-days.js';

const inputs = allOf(rows(conceptHoldings), rows(recordedDays), rows(completedSession));

const all = Symbol('all concepts');

/** Symbols with a recorded day that belongs to an already shown session: a backfill or a late arrival. */
const lateSymbols = (events: readonly RecordedEvent[], completed: string): string[] =>
  events.flatMap((event) =>
    event.type === 'DailyReturnsRecorded' && event.data.days.some(({ date }) => date <= completed)
      ? [event.data.symbol]
      : [],
  );

/** Symbols listed after the session shown: concepts that hold one need not wait for it any more. */
const newSymbols = async (
  events: readonly RecordedEvent[],
  completed: string,
  sql: Sql,
): Promise<string[]> => {
  const recorded = events.flatMap((event) =>
    event.type === 'DailyReturnsRecorded' ? [event.data.symbol] : [],
  );
  if (recorded.length === 0) return [];
  const found = await sql.query<{ symbol: string }>(
    `SELECT symbol FROM recorded_stretch WHERE symbol = ANY ($1) GROUP BY symbol
     HAVING min(since) > $2 ORDER BY symbol`,
    [recorded, completed],
  );
  return found.map(({ symbol }) => symbol);
};

/**
 * The concepts whose growth these events may change. A session's days change nothing before the session is
 * complete: no page shows half a market.
 */
const affected = async (events: readonly RecordedEvent[], sql: Sql): Promise<Set<string> | typeof all> => {
  if (events.some(({ type }) => type === 'SessionPricesCompleted.v3')) return all;
  const [completed] = await sql.query<{ date: string }>('SELECT date FROM completed_session', []);
  const late = completed
    ? [...lateSymbols(events, completed.date), ...(await newSymbols(events, completed.date, sql))]
    : [];
  if (late.includes(benchmarkSymbol)) return all;
  const concepts = new Set(events.filter(changesHoldings).map(({ stream }) => idOfStream(stream)));
  if (late.length === 0) return concepts;
  const holders = await sql.query<{ id: string }>('SELECT id FROM concept_holdings WHERE symbols ?| $1', [
    late,
  ]);
  return new Set([...concepts, ...holders.map(({ id }) => id)]);
};

const live = (): Writer => {
  const stored = inputs.live();
  const taken: RecordedEvent[] = [];
  return {
    get waiting() {
      return stored.waiting;
    },
    prepare: stored.prepare,
    take(events) {
      stored.take(events);
      taken.push(...events);
    },
    handOver() {
      const { write } = stored.handOver();
      return {
        changes: undefined,
        async write(sql) {
          const changed = await write(sql);
          const concepts = await affected(taken, sql);
          const ids = concepts === all ? await everyConcept(sql) : [...concepts].sort();
          await computeGrowth(sql, ids);
          // Recorded days are served too, even of symbols that no trend holds.
          return changed || ids.length > 0;
        },
      };
    },
    written: stored.written,
  };
};

const owedDdl = 'CREATE TABLE growth_owed (all_concepts boolean PRIMARY KEY)';

const everyConcept = async (sql: Sql): Promise<string[]> => {
  const found = await sql.query<{ id: string }>('SELECT id FROM concept_holdings ORDER BY id', []);
  return found.map(({ id }) => id);
};

/** Records that the growth of all concepts must be computed. */
const owing = (): Writer => {
  let owed = false;
  return {
    waiting: 0,
    async prepare() {},
    take(events) {
      owed ||= events.length > 0;
    },
    handOver() {
      const noted = owed;
      owed = false;
      return {
        changes: noted,
        async write(sql) {
          if (noted) await sql.query('INSERT INTO growth_owed VALUES ($1) ON CONFLICT DO NOTHING', [true]);
          return noted;
        },
      };
    },
    written() {},
  };
};

/** A night of prices changes every concept, and a log of years has many nights, but only the last one is visible. */
const inBulk: ReadModel['inBulk'] = {
  writer: (isBeginning) => joinWriters([inputs.inBulk.writer(isBeginning), owing()]),
  async settle(sql) {
    const owed = await sql.query('DELETE FROM growth_owed RETURNING true', []);
    if (owed.length > 0) await computeGrowth(sql, await everyConcept(sql));
  },
};

/** A concept's growth without the series. */
export interface GrowthSummary {
  readonly id: string;
  /** One-year return, a fraction as decimal text. Null without enough history. */
  readonly performance: string | null;
  /** How the series was computed. Null without one. */
  readonly provenance: Provenance | null;
  /** First session of the window with tracked rather than simulated growth. Null if there is none. */
  readonly tracked_since: string | null;
}

/** One concept's growth as shown. */
export interface ConceptGrowth extends GrowthSummary {
  readonly risk: Risk | null;
  readonly points: readonly (readonly [date: string, portfolio: string, spy: string, tracked: boolean])[];
}

/** Inputs from which one concept's growth was computed. */
export interface GrowthInputs extends Omit<ConceptGrowth, 'id' | 'risk'> {
  /** Compositions in the order they were made. */
  readonly history: readonly Composition[];
  /** Present holdings whose price of the last session has not arrived. */
  readonly missing: readonly MissingPrice[];
}

/**
 * The value of an initial $100 in each concept and in the benchmark, over the year up to the last complete session.
 */
export const growth = {
  name: 'growth',
  version: 12,
  categories: ['concept', 'instrument', 'market'],
  ddl: `${inputs.ddl};\n${growthDdl};\n${owedDdl}`,
  indexes: inputs.indexes,
  concerns: inputs.concerns,
  live,
  inBulk,
  queries: {
    summaries: (sql: Sql): Promise<GrowthSummary[]> =>
      sql.query('SELECT id, performance, provenance, tracked_since FROM growth_series', []),
    ofConcept: async (sql: Sql, id: string): Promise<ConceptGrowth | undefined> => {
      const [row] = await sql.query<Omit<ConceptGrowth, 'points'> & { points: string }>(
        'SELECT id, performance, provenance, risk, points, tracked_since FROM growth_series WHERE id = $1',
        [id],
      );
      return row && { ...row, points: JSON.parse(row.points) as ConceptGrowth['points'] };
    },
    pricesMissing: readPricesMissing,
    /** Recorded days of a symbol after a date, ascending, at most `limit`. */
    returnsOf: readReturns,
    inputsOf: async (sql: Sql, id: string): Promise<GrowthInputs | undefined> => {
      const [row] = await sql.query<Omit<GrowthInputs, 'points'> & { points: string }>(
        `SELECT s.performance, s.provenance, s.points, s.tracked_since, coalesce((
             SELECT jsonb_agg(jsonb_build_object('date', c.date, 'holdings', c.holdings) ORDER BY c.date)
               FROM held_composition c WHERE c.concept_id = s.id), '[]') AS history, coalesce((
             SELECT jsonb_agg(m ORDER BY m ->> 'symbol') FROM completed_session c, jsonb_array_elements(c.missing) AS m
              WHERE jsonb_path_exists(h.held, '$[*].symbol ? (@ == $symbol)', m) AND ${isStillMissing}), '[]') AS missing
           FROM growth_series s JOIN concept_holdings h ON h.id = s.id WHERE s.id = $1`,
        [id],
      );
      return row && { ...row, points: JSON.parse(row.points) as GrowthInputs['points'] };
    },
  },
} as const satisfies ReadModel;
