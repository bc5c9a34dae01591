import type { Sql } from '@groundswell/platform/database';
import { type DamageNote, type ReadModel, readDamageNotes, schemaOf } from '@groundswell/platform/read-store';
import { findingsText } from '../evidence/findings.js';
import { mirrorFaults } from '../evidence/mirror-faults.js';

/** Seconds after which a process that has stopped repeating its fault counts as gone. */
const silence = 60;

/** Records that a process cannot continue its checkpoint file, or that it can again. */
export const noteFileFault = (sql: Sql, process: string, fault: string | undefined): Promise<object[]> =>
  fault === undefined
    ? sql.query(
        `DELETE FROM operations.checkpoint_file_fault
          WHERE process = $1 OR said_at < now() - $2::integer * interval '1 second'`,
        [process, silence],
      )
    : sql.query(
        `INSERT INTO operations.checkpoint_file_fault (process, fault) VALUES ($1, $2)
         ON CONFLICT (process) DO UPDATE SET fault = excluded.fault, said_at = now()`,
        [process, fault],
      );

/** Seconds for which a follower may stand still although the log has moved. */
const patience = 60;

/**
 * Problems outside the read models that projections keep, as text: what workers fold from the log, the file
 * of checkpoints, orphaned tables, and unanswered findings.
 * @param models those that projections keep
 * @param found what a check just now found wrong with tables of no read model; recorded problems count as
 * well
 */
export const readAlarms = async (
  sql: Sql,
  models: readonly ReadModel[],
  found: readonly DamageNote[] = [],
): Promise<string[]> => {
  const schemas = models.map(schemaOf);
  const still = await sql.query<{ name: string; position: string; seconds: number }>(
    `SELECT read_model AS name, coalesce(commit_position, 0)::text AS position,
            extract(epoch FROM now() - advanced_at)::integer AS seconds
       FROM read_store.checkpoint
      WHERE schema <> ALL ($1) AND strpos(schema, '__') = 0
        AND coalesce(commit_position, 0) <
            (SELECT max(commit_position) FROM read_store.checkpoint
              WHERE schema = ANY ($1) AND NOT stranded
                AND (log IS NULL OR log = (SELECT id FROM read_store.log WHERE is_current)))
        AND advanced_at < now() - $2::integer * interval '1 second'
      ORDER BY read_model`,
    [schemas, patience],
  );
  const faults = await sql.query<{ process: string; fault: string }>(
    `SELECT process, fault FROM operations.checkpoint_file_fault
      WHERE said_at >= now() - $1::integer * interval '1 second' ORDER BY process`,
    [silence],
  );
  const told = new Set([...schemas, ...found.map(({ schema }) => schema)]);
  const damaged = [...found, ...(await readDamageNotes(sql)).filter(({ schema }) => !told.has(schema))];
  return [
    ...damaged.map(({ schema, words }) => `${schema}: ${words}`),
    ...still.map(
      ({ name, position, seconds }) =>
        `${name} is at position ${position} and has not moved for ${seconds} s, although the log has: are the workers running?`,
    ),
    ...faults.map(({ process, fault }) => `the file of checkpoints (${process}): ${fault}`),
    ...(await mirrorFaults(sql)),
    ...(await findingsText(sql)),
  ];
};
