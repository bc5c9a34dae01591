import type { Sql } from '@groundswell/platform/database';
import type { NamedCheckpoint } from '../read-models/log-chain/checkpoint.js';
import type { KeyStatement } from './key-statement.js';

/** A signed checkpoint and its sequence number. */
export interface Numbered {
  readonly number: number;
  readonly checkpoint: NamedCheckpoint;
}

interface Row extends Omit<NamedCheckpoint, 'count' | 'signed'> {
  readonly number: string;
  readonly count: string;
  readonly log: string;
  readonly version1: string;
  readonly key: string;
  readonly signature: string;
}

// Numbers and counts are returned as text; to sort by one, name the table, since the bare name is the text.
const columns =
  'number::text, position::text, count::text, time, chain, root, concepts, previous, hash, log, version1::text, key, signature';

const fromRow = ({ number, count, log, version1, key, signature, ...rest }: Row): Numbered => ({
  number: Number(number),
  checkpoint: { ...rest, count: Number(count), signed: { log, version1: Number(version1), key, signature } },
});

/**
 * Newest first, at most `limit`, before the one with a hash; none if that was not signed here. Positions do not order them: a log
 * that was moved or restored continues with smaller ones.
 */
export const newestSigned = async (sql: Sql, limit: number, before?: string): Promise<NamedCheckpoint[]> => {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM evidence.signed_checkpoint 
      WHERE $1::text IS NULL OR number < (SELECT number FROM evidence.signed_checkpoint WHERE hash = $1)
      ORDER BY signed_checkpoint.number DESC LIMIT $2`,
    [before ?? null, limit],
  );
  return rows.map((row) => fromRow(row).checkpoint);
};

/** The newest one that covers at most this many events. */
export const newestSignedUpTo = async (sql: Sql, count: number): Promise<NamedCheckpoint | undefined> => {
  const [row] = await sql.query<Row>(
    `SELECT ${columns} FROM evidence.signed_checkpoint WHERE count <= $1 ORDER BY signed_checkpoint.number DESC LIMIT 1`,
    [count],
  );
  return row && fromRow(row).checkpoint;
};

/** The newest one of the current series. Checkpoints before a chain was set aside are not part of it. */
export const newestOfSeries = async (sql: Sql): Promise<NamedCheckpoint | undefined> => {
  const [row] = await sql.query<Row>(
    `SELECT ${columns} FROM evidence.signed_checkpoint
      WHERE number > (SELECT coalesce(max(after_number), 0) FROM evidence.new_series)
      ORDER BY signed_checkpoint.number DESC LIMIT $1`,
    [1],
  );
  return row && fromRow(row).checkpoint;
};

/** Number of checkpoints signed since the last chain was set aside. */
export const countOfSeries = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: string }>(
    `SELECT count(*)::text AS count FROM evidence.signed_checkpoint
      WHERE number > (SELECT coalesce(max(after_number), 0) FROM evidence.new_series)`,
  );
  return Number(row?.count ?? 0);
};

/** How often a new series was begun. */
export const countNewSeries = async (sql: Sql): Promise<number> => {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM evidence.new_series',
    [],
  );
  return row?.count ?? 0;
};

/**
 * Starts a new series of checkpoints, which need not continue the previous one. An operator decided this. Until the
 * transaction has ended no checkpoint is kept: one of the old chain would count as the first of the new series.
 */
export const beginSeries = async (
  sql: Sql,
  decision: { readonly by: string; readonly reason: string },
): Promise<void> => {
  await sql.query('LOCK TABLE evidence.signed_checkpoint IN SHARE ROW EXCLUSIVE MODE');
  await sql.query(
    `INSERT INTO evidence.new_series (after_number, decided_by, reason)
     SELECT coalesce(max(number), 0), $1, $2 FROM evidence.signed_checkpoint`,
    [decision.by, decision.reason],
  );
};

/** Those after a number, oldest first. */
export const signedAfter = async (sql: Sql, number: number, limit: number): Promise<Numbered[]> => {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM evidence.signed_checkpoint WHERE number > $1 ORDER BY signed_checkpoint.number LIMIT $2`,
    [number, limit],
  );
  return rows.map(fromRow);
};

/** The sequence number of a checkpoint. Undefined if it was not made here. */
export const numberOf = async (sql: Sql, hash: string): Promise<number | undefined> => {
  const [row] = await sql.query<{ number: string }>(
    'SELECT number::text FROM evidence.signed_checkpoint WHERE hash = $1',
    [hash],
  );
  return row && Number(row.number);
};

/**
 * Keeps a checkpoint unless a new series was begun since its chain was read.
 * @param begun how often one had been begun before that
 * @returns whether it was kept
 */
export const keepSigned = async (
  sql: Sql,
  { signed, ...checkpoint }: NamedCheckpoint,
  begun: number,
): Promise<boolean> => {
  if (!signed) throw new Error('only signed checkpoints are kept here');
  const { position, count, time, chain, root, concepts, previous, hash } = checkpoint;
  const { log, version1, key, signature } = signed;
  // It sees what it asks about only once it has its lock, which a beginning series holds until it is there to be counted.
  const kept = await sql.query(
    `INSERT INTO evidence.signed_checkpoint
       (position, count, time, chain, root, concepts, previous, hash, log, version1, key, signature)
     SELECT $1::bigint, $2::bigint, $3, $4, $5, $6, $7, $8, $9, $10::bigint, $11, $12
      WHERE (SELECT count(*) FROM evidence.new_series) = $13
     RETURNING number`,
    [position, count, time, chain, root, concepts, previous, hash, log, version1, key, signature, begun],
  );
  return kept.length > 0;
};

/** Published keys, oldest first. */
export const readKeys = (sql: Sql): Promise<KeyStatement[]> =>
  sql.query<KeyStatement>(
    'SELECT id, public_key, since, predecessor, signature FROM evidence.signing_key ORDER BY number',
  );

export const keepKey = async (sql: Sql, key: KeyStatement): Promise<void> => {
  await sql.query(
    'INSERT INTO evidence.signing_key (id, public_key, since, predecessor, signature) VALUES ($1, $2, $3, $4, $5)',
    [key.id, key.public_key, key.since, key.predecessor, key.signature],
  );
};
