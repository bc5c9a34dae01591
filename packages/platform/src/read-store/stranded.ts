import type { Sql } from '../database/database.js';
import type { EventStore } from '../event-store/types.js';
import { type Checkpoint, readCheckpoints } from './checkpoint.js';

/**
 * Marks the tables that hold what the log has lost, so that they stay marked whatever it comes to hold: the log was
 * restored to an older state. Those that have moved on since they were looked at are in the log that there is.
 * @throws OtherLog
 */
export const strandWhereLost = async (
  sql: Sql,
  schemas: readonly string[],
  { goesOn }: Pick<EventStore, 'goesOn'>,
): Promise<void> => {
  const checkpoints = (await readCheckpoints(sql, schemas)).filter(({ stranded }) => !stranded);
  const same = await goesOn(checkpoints.map(({ mark, position }) => ({ ...mark, position })));
  // In the order in which all lock them.
  const lost = checkpoints
    .filter((_, index) => !same[index])
    .toSorted((a, b) => (a.schema < b.schema ? -1 : 1));
  for (const checkpoint of lost) await strand(sql, checkpoint);
};

const strand = async (sql: Sql, { schema, position }: Checkpoint): Promise<void> => {
  await sql.query(
    'UPDATE read_store.checkpoint SET stranded = true WHERE schema = $1 AND commit_position = $2::bigint',
    [schema, (position?.commit ?? -1n).toString()],
  );
};

/**
 * Takes the mark off tables that no one has written to since, where the log holds again what they read: the log that they
 * come from was put back.
 * @returns whether it did
 * @throws OtherLog
 */
export const releaseWhereFound = async (
  sql: Sql,
  { schema, mark, position }: Checkpoint,
  { goesOn }: Pick<EventStore, 'goesOn'>,
): Promise<boolean> => {
  const [isThere] = await goesOn([{ ...mark, position }]);
  if (!isThere) return false;
  const released = await sql.query(
    `UPDATE read_store.checkpoint SET stranded = false WHERE schema = $1 AND commit_position = $2::bigint
     RETURNING schema`,
    [schema, (position?.commit ?? -1n).toString()],
  );
  return released.length > 0;
};
