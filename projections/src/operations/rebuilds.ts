import type { Sql } from '@groundswell/platform/database';
import type { Position } from '@groundswell/platform/event-store';

export type RebuildKind = 'replay' | 'dry run' | 'verify' | 'look back';
/** A run's own report. A killed run reports nothing more, and is `lost`. */
export type RebuildState = 'building' | 'comparing' | 'swapped' | 'done' | 'failed' | 'interrupted';

/** One read model rebuilt by one run. */
export interface Rebuild {
  /** Id of the run, shared by all read models of one `replay all`. */
  readonly id: string;
  readonly readModel: string;
  readonly kind: RebuildKind;
  readonly schema: string;
  readonly process: string;
  readonly from: Position | undefined;
  readonly until: Position | undefined;
}

export interface RebuildMove {
  readonly position: Position;
  readonly events: number;
  readonly perSecond: number;
}

const textOf = (position: Position | undefined): string => (position?.commit ?? 0n).toString();
/** Number of runs to keep. */
const kept = 200;

/**
 * Called by the schema's owner: an earlier builder is no longer at work, whether it reported its end or not.
 */
export const beginRebuild = async (sql: Sql, rebuild: Rebuild): Promise<void> => {
  const { id, readModel, kind, schema, process, from, until } = rebuild;
  await sql.query(
    `UPDATE operations.rebuild SET state = 'lost', ended_at = moved_at WHERE schema = $1 AND ended_at IS NULL`,
    [schema],
  );
  await sql.query(
    `INSERT INTO operations.rebuild
       (id, read_model, kind, schema, process, state, from_position, position, until_position)
     VALUES ($1, $2, $3, $4, $5, 'building', $6, $6, $7)`,
    [id, readModel, kind, schema, process, textOf(from), textOf(until)],
  );
  await sql.query(
    `DELETE FROM operations.rebuild WHERE ended_at IS NOT NULL AND started_at <
       (SELECT min(started_at) FROM (SELECT started_at FROM operations.rebuild ORDER BY started_at DESC LIMIT $1) newest)`,
    [kept],
  );
};

/** Records the progress of a rebuild. */
export const moveRebuild = async (sql: Sql, id: string, move: RebuildMove): Promise<void> => {
  await sql.query(
    `UPDATE operations.rebuild SET position = greatest(position, $2), events = $3, per_second = $4, moved_at = now(),
       until_position = greatest(until_position, $2) WHERE id = $1`,
    [id, textOf(move.position), move.events, move.perSecond],
  );
};

/** Records that a rebuild enters another phase. */
export const turnRebuild = async (
  sql: Sql,
  id: string,
  state: RebuildState,
  message?: string,
): Promise<void> => {
  const ended = state !== 'building' && state !== 'comparing';
  await sql.query(
    `UPDATE operations.rebuild SET state = $2, message = $3, moved_at = now(),
       ended_at = CASE WHEN $4::boolean THEN now() END WHERE id = $1`,
    [id, state, message ?? null, ended],
  );
};
