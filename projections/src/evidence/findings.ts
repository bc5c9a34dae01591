import type { Database, Sql } from '@groundswell/platform/database';
import { counted } from '@groundswell/platform/operator';
import { processName } from '../operations/keepers.js';

/**
 * What failed: an audit of the log, a rebuild, or a comparison of rows with the log. `restored`: an older log was
 * restored.
 */
type FindingKind = 'audit' | 'replay' | 'verify' | 'restored';

/** The same text for everyone who notices it, so that it counts as one finding. */
export const restoredText =
  'The log was restored to an older state, or moved to another store: it no longer holds what was read. Read models were rebuilt ' +
  'from it; the hash chain from before is kept. audit verify shows whether both differ.';

/** A finding that an operator must answer. */
export interface Finding {
  readonly id: string;
  readonly kind: FindingKind;
  /** What was found, as text. */
  readonly words: string;
  readonly foundAt: Date;
}

/** Maximum length of a finding, in characters. */
const mostWords = 1_000;

/** Locked while a finding is recorded, because several keepers notice a restored log at the same time. */
const noting = `SELECT pg_advisory_xact_lock(hashtextextended('evidence.finding', 0))`;

/**
 * Keeps a finding until an operator answers it. The same finding again, while the first is unanswered, is not
 * a new one.
 * @param log id of the log it concerns; null when nothing could be read of it
 */
export const noteFinding = (
  database: Pick<Database, 'transaction'>,
  { kind, words, log }: Pick<Finding, 'kind' | 'words'> & { readonly log: string | null },
): Promise<void> =>
  database.transaction(
    async (sql) => {
      await sql.query(
        `INSERT INTO evidence.finding (kind, words, log, process)
         SELECT $1, $2, $3, $4 WHERE NOT EXISTS (
           SELECT 1 FROM evidence.finding f LEFT JOIN evidence.answer a ON a.finding = f.id
            WHERE f.kind = $1 AND f.words = $2 AND f.log IS NOT DISTINCT FROM $3 AND a.finding IS NULL)`,
        [kind, words.slice(0, mostWords), log, processName()],
      );
    },
    { first: noting },
  );

/** Unanswered findings, oldest first, each with the number of all. */
const unanswered = (sql: Sql, limit: number): Promise<(Finding & { readonly all: number })[]> =>
  sql.query(
    `SELECT f.id::text AS id, f.kind, f.words, f.found_at AS "foundAt", count(*) OVER ()::integer AS "all"
       FROM evidence.finding f LEFT JOIN evidence.answer a ON a.finding = f.id
      WHERE a.finding IS NULL ORDER BY f.id LIMIT $1`,
    [limit],
  );

export type Answered = 'answered' | 'unknown' | 'answered before';

/** Answers a finding with a name and a reason, once and permanently. */
export const answerFinding = async (
  sql: Sql,
  id: string,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<Answered> => {
  const added = await sql.query(
    `INSERT INTO evidence.answer (finding, answered_by, reason)
     SELECT id, $2, $3 FROM evidence.finding WHERE id = $1 ON CONFLICT (finding) DO NOTHING RETURNING finding`,
    [id, by, reason],
  );
  if (added.length > 0) return 'answered';
  const found = await sql.query('SELECT 1 FROM evidence.finding WHERE id = $1', [id]);
  return found.length > 0 ? 'answered before' : 'unknown';
};

/** Findings that are listed; where there are more, the oldest show how it began. */
const mostTold = 20;

const minute = 16;

/** Unanswered findings, a sentence each, and how many more there are. */
export const findingsText = async (sql: Sql): Promise<string[]> => {
  const told = await unanswered(sql, mostTold);
  const more = (told[0]?.all ?? 0) - told.length;
  const rest = `${counted(more, 'more finding is waiting', 'more findings are waiting')} for an answer, listed once earlier ones are answered`;
  return [
    ...told.map(
      ({ id, words, foundAt }) =>
        `finding ${id}, ${foundAt.toISOString().slice(0, minute).replace('T', ' ')} UTC: ${words} ` +
        `(Once it is explained: answer ${id} --as=<handle> --reason="…")`,
    ),
    ...(more > 0 ? [rest] : []),
  ];
};
