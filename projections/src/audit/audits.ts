import type { Sql } from '@groundswell/platform/database';
import { processName } from '../operations/keepers.js';
import type { Verdict } from './judge.js';

/** One recorded audit. */
export interface KeptAudit {
  /** `whole`: the entire log; `new`: what came after the last verified event. */
  readonly kind: 'whole' | 'new';
  readonly verdict: Verdict;
  readonly words: string;
  /** Id of the log; null if it was empty. */
  readonly log: string | null;
  /** Number of events verified, position of the last one, and the chain head and tree root there. */
  readonly count: number;
  readonly position: string;
  readonly chain: string;
  readonly root: string;
  readonly endedAt: Date;
}

/** Records the verdict of an audit permanently. */
export const keepAudit = async (sql: Sql, audit: KeptAudit): Promise<void> => {
  const { kind, verdict, words, log, count, position, chain, root, endedAt } = audit;
  await sql.query(
    `INSERT INTO evidence.audit (kind, verdict, words, log, count, position, chain, root, process, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [kind, verdict, words, log, count, position, chain, root, processName(), endedAt],
  );
};

/** The last audit of a log if it found nothing. Undefined if it found something or there was none. */
export const lastVerified = async (sql: Sql, log: string): Promise<KeptAudit | undefined> => {
  const [row] = await sql.query<Omit<KeptAudit, 'count'> & { readonly count: string }>(
    `SELECT kind, verdict, words, log, count::text, position::text, chain, root, ended_at AS "endedAt"
       FROM evidence.audit WHERE log = $1 ORDER BY id DESC LIMIT 1`,
    [log],
  );
  return row?.verdict === 'intact' ? { ...row, count: Number(row.count) } : undefined;
};

/** When the whole log was last verified. Undefined if never. */
export const lastWhole = async (sql: Sql, log: string): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date }>(
    `SELECT ended_at AS at FROM evidence.audit WHERE log = $1 AND kind = 'whole' ORDER BY id DESC LIMIT 1`,
    [log],
  );
  return row?.at;
};
