import type { Sql } from '../database/sql.js';
import type { EventStore } from '../event-store/types.js';
import { type Checkpoint, readCheckpoints } from './checkpoint.js';

/**
 * Marks tables that hold events which the log has lost, because it was restored to an older state; the mark
 * stays whatever the log comes to hold. Tables that have moved on since they were checked are in the present
 * log.
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
 * Clears the mark of tables not written to since, where the log again holds what they read: their log was put
 * back.
 * @returns whether the mark was cleared
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
