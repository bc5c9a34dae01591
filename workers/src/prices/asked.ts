import { benchmarkSymbol } from '@groundswell/contracts';
import { type Database, type Migration, migrate, type Sql } from '@groundswell/platform/database';

export const askedMigrations: readonly Migration[] = [
  {
    name: 'what came of asking for prices',
    sql: `CREATE TABLE asked (
      session text NOT NULL,
      symbol text NOT NULL,
      outcome text NOT NULL,
      asked_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (session, symbol))`,
  },
];

/**
 * `no price`: the broker has none for that session (a halt, a gap, an unknown symbol). `in doubt`: it has one that may
 * be an unadjusted split and waits for two later sessions. `refused`: it rejects the symbol. `failed`: calling it or
 * recording its answer failed so often that the session continues without; or it gave no price of the benchmark, which
 * every session has.
 */
export type Outcome = 'recorded' | 'no price' | 'in doubt' | 'refused' | 'failed';

/** Schema of the workers' own price tables. They hold nothing that the log and the broker do not know. */
export const ownSchema = 'prices';

export const prepareAsked = (database: Database): Promise<void> =>
  migrate(database, ownSchema, askedMigrations);

/** Records the outcomes of requests. A recorded price never becomes anything else. */
export const noteAsked = async (
  sql: Sql,
  session: string,
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> => {
  await sql.query(
    `INSERT INTO asked (session, symbol, outcome) SELECT $1, * FROM unnest($2::text[], $3::text[])
     ON CONFLICT (session, symbol) DO UPDATE SET outcome = excluded.outcome, asked_at = now()
     WHERE asked.outcome <> 'recorded'`,
    [session, [...outcomes.keys()], [...outcomes.values()]],
  );
};

/** Outcomes of a session, by symbol. */
export const askedFor = async (sql: Sql, session: string): Promise<Map<string, Outcome>> => {
  const found = await sql.query<{ symbol: string; outcome: Outcome }>(
    'SELECT symbol, outcome FROM asked WHERE session = $1',
    [session],
  );
  return new Map(found.map(({ symbol, outcome }) => [symbol, outcome]));
};

/**
 * Symbols to request again for a session: those that an outage left out, and, while the benchmark is one of them, all others
 * without a price: the broker has the session late, or refuses whatever it is asked.
 * @param rest milliseconds since they, or the benchmark, were last tried
 */
export const overdueFor = async (sql: Sql, session: string, rest: number): Promise<Set<string>> => {
  const found = await sql.query<{ symbol: string }>(
    `WITH failed AS (
       SELECT symbol FROM asked WHERE session = $1 AND outcome = 'failed'
         AND asked_at <= now() - $2 * interval '1 millisecond')
     SELECT symbol FROM failed UNION
     SELECT symbol FROM asked WHERE session = $1 AND outcome IN ('no price', 'in doubt', 'refused') AND $3 IN (TABLE failed)`,
    [session, rest, benchmarkSymbol],
  );
  return new Set(found.map(({ symbol }) => symbol));
};

/** Deletes sessions that were completed long ago. */
export const forgetBefore = (sql: Sql, session: string): Promise<object[]> =>
  sql.query('DELETE FROM asked WHERE session < $1', [session]);

/** Deletes everything, since what was recorded is no longer in the log. */
export const forgetAll = async (sql: Sql): Promise<void> => {
  await sql.query('DELETE FROM asked');
};
