import type { PublishedCheckpoint } from '@groundswell/contracts';
import { type KeptDoing, keepDoing, type Log, messageOf } from '@groundswell/platform';
import type { Database, Sql } from '@groundswell/platform/database';
import { whileOwning } from '@groundswell/platform/read-store';
import type { Mirrored, Sink } from './sinks.js';

interface Keeping {
  readonly database: Database;
  readonly sinks: readonly Sink[];
  readonly log: Log;
  /** Milliseconds between two checks. */
  readonly every?: number;
}

const usually = 10_000;
/** Checkpoints mirrored per batch. */
const mostAtOnce = 200;
/** Digits of a number in a name, so that names sort like numbers. */
const digits = 12;

/**
 * Mirrors signed checkpoints into every sink, each from where it left off. Failures are recorded for
 * `status`, and retried.
 */
export const keepMirror = ({ database, sinks, log, every = usually }: Keeping): KeptDoing =>
  keepDoing(every, async () => {
    for (const sink of sinks) {
      await mirror(database, sink).catch((err: unknown) =>
        log.warn({ err, sink: sink.name }, 'checkpoints were not mirrored; retrying'),
      );
    }
  });

/** @throws errors of the database; errors of the sink, after recording them */
const mirror = async (database: Database, sink: Sink): Promise<void> => {
  const [found] = await database.query<{ there: boolean }>(
    `SELECT to_regclass('evidence.mirror') IS NOT NULL AS there`,
  );
  // The projections create the tables when they start.
  if (!found?.there) return;
  await whileOwning(database, `mirror ${sink.name}`, () => mirrorNew(database, sink));
};

const mirrorNew = async (database: Database, sink: Sink): Promise<void> => {
  try {
    await database.query('INSERT INTO evidence.mirror (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [
      sink.name,
    ]);
    for (;;) {
      const next = await nextFor(database, sink.name);
      if (next.upTo === undefined) return;
      await sink.put(next.lines);
      await database.query(
        'UPDATE evidence.mirror SET mirrored = $2, fault = NULL, faulty_since = NULL, said_at = now() WHERE name = $1',
        [sink.name, next.upTo],
      );
    }
  } catch (fault) {
    await database.query(
      `UPDATE evidence.mirror SET fault = $2, faulty_since = coalesce(faulty_since, now()), said_at = now() WHERE name = $1`,
      [sink.name, messageOf(fault)],
    );
    throw fault;
  }
};

interface Row extends Omit<PublishedCheckpoint, 'count' | 'signed'> {
  readonly number: string;
  readonly count: string;
  readonly log: string;
  readonly version1: string;
  readonly key: string;
  readonly signature: string;
}

/**
 * The next lines for the sink, signing keys first. A position beyond the last signed checkpoint must have been
 * edited by hand and would stop mirroring, so the sink then receives everything again.
 */
const nextFor = async (
  sql: Sql,
  sink: string,
): Promise<{ readonly lines: readonly Mirrored[]; readonly upTo: string | undefined }> => {
  const rows = await sql.query<Row>(
    `SELECT number::text, position::text, count::text, time, chain, root, concepts, previous, hash, log, version1::text,
            key, signature
       FROM evidence.signed_checkpoint
      WHERE number > (SELECT CASE WHEN mirrored > (SELECT max(number) FROM evidence.signed_checkpoint) THEN 0 ELSE mirrored END
                        FROM evidence.mirror WHERE name = $1) ORDER BY signed_checkpoint.number LIMIT $2`,
    [sink, mostAtOnce],
  );
  const keys = await sql.query<{ id: string }>(
    'SELECT id, public_key, since, predecessor, signature FROM evidence.signing_key ORDER BY number',
  );
  const checkpoints = rows.map(({ number, count, log, version1, key, signature, ...facts }): Mirrored => {
    const signed = { log, version1: Number(version1), key, signature };
    const line = JSON.stringify({ ...facts, count: Number(count), signed });
    return { name: `${number.padStart(digits, '0')}-${facts.hash}`, line };
  });
  const signers = keys.map((key): Mirrored => ({ name: `key-${key.id}`, line: JSON.stringify({ key }) }));
  return { lines: [...signers, ...checkpoints], upTo: rows.at(-1)?.number };
};
