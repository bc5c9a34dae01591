import type { Sql } from '@groundswell/platform/database';
import { processName } from '../operations/keepers.js';

/** Result of comparing one read model with the log. `incomplete`: something could not be compared. */
export type ComparisonVerdict = 'equal' | 'different' | 'incomplete' | 'failed';

/** One recorded comparison. */
export interface KeptComparison {
  readonly readModel: string;
  readonly verdict: ComparisonVerdict;
  readonly words: string;
  /** Id of the log. */
  readonly log: string;
  readonly endedAt: Date;
}

/** Records the result of a comparison permanently. */
export const keepComparison = async (sql: Sql, comparison: KeptComparison): Promise<void> => {
  const { readModel, verdict, words, log, endedAt } = comparison;
  await sql.query(
    `INSERT INTO evidence.comparison (read_model, verdict, words, log, process, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [readModel, verdict, words, log, processName(), endedAt],
  );
};

/**
 * Since when a read model has not been compared with a log: the last comparison, or the first audit of that
 * log, which precedes everything else. Undefined if there was neither. A time in the future was written by
 * hand, to prevent further comparisons: it does not count.
 */
export const comparedLast = async (
  sql: Sql,
  { log, readModel, now }: { readonly log: string; readonly readModel: string; readonly now: Date },
): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date | null }>(
    `SELECT coalesce((SELECT max(ended_at) FROM evidence.comparison WHERE log = $1 AND read_model = $2 AND ended_at <= $3),
                     (SELECT min(ended_at) FROM evidence.audit WHERE log = $1)) AS at`,
    [log, readModel, now],
  );
  return row?.at ?? undefined;
};
