import type { Sql } from '@groundswell/platform/database';
import { processName } from '../operations/keepers.js';
import type { Verdict } from './judge.js';

/** One audit as it is kept. */
export interface KeptAudit {
  /** `whole`: all of the log; `new`: what came after the last place that was verified. */
  readonly kind: 'whole' | 'new';
  readonly verdict: Verdict;
  readonly words: string;
  /** Id of the log; null when it was empty. */
  readonly log: string | null;
  /** Events up to where it came, position of the last of them, and what chain and tree come to there. */
  readonly count: number;
  readonly position: string;
  readonly chain: string;
  readonly root: string;
  readonly endedAt: Date;
}

/** Keeps the verdict of an audit permanently. */
export const keepAudit = async (sql: Sql, audit: KeptAudit): Promise<void> => {
  const { kind, verdict, words, log, count, position, chain, root, endedAt } = audit;
  await sql.query(
    `INSERT INTO evidence.audit (kind, verdict, words, log, count, position, chain, root, process, ended_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [kind, verdict, words, log, count, position, chain, root, processName(), endedAt],
  );
};

/** The last audit of a log, when it found nothing; undefined when it did, or there was none. */
export const lastVerified = async (sql: Sql, log: string): Promise<KeptAudit | undefined> => {
  const [row] = await sql.query<Omit<KeptAudit, 'count'> & { readonly count: string }>(
    `SELECT kind, verdict, words, log, count::text, position::text, chain, root, ended_at AS "endedAt"
       FROM evidence.audit WHERE log = $1 ORDER BY id DESC LIMIT 1`,
    [log],
  );
  return row?.verdict === 'intact' ? { ...row, count: Number(row.count) } : undefined;
};

/** When the whole of a log was verified last; undefined when it never was. */
export const lastWhole = async (sql: Sql, log: string): Promise<Date | undefined> => {
  const [row] = await sql.query<{ at: Date }>(
    `SELECT ended_at AS at FROM evidence.audit WHERE log = $1 AND kind = 'whole' ORDER BY id DESC LIMIT 1`,
    [log],
  );
  return row?.at;
};
