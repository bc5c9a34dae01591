import { isConnectionLoss, isStructural } from '@groundswell/platform/database';
import type { Position } from '@groundswell/platform/event-store';
import type { OperatorConfig } from './config.js';
import { openBriefly } from './connections.js';

/** Maximum clock difference between the event store and the process that signs checkpoints, in milliseconds. */
const slack = 3_600_000;

/**
 * A position at or after every event recorded before a time: that of the last checkpoint signed before it.
 * Undefined if none is known, or while PostgreSQL is down; of a log that was moved or restored, none signed before that.
 */
export const placeBefore = async (
  config: Pick<OperatorConfig, 'DATABASE_URL'>,
  log: string,
  at: Date,
): Promise<Position | undefined> => {
  const database = openBriefly(config);
  try {
    const [row] = await database.query<{ position: string }>(
      `SELECT position::text AS position FROM evidence.signed_checkpoint WHERE log = $1 AND time < $2
          AND time::timestamptz > (SELECT coalesce(max(set_aside_at), '-infinity') FROM read_store.aside
                                    WHERE read_model = 'logChain')
          AND NOT EXISTS (SELECT FROM read_store.checkpoint WHERE schema = 'log_chain' AND stranded)
        ORDER BY number DESC LIMIT 1`,
      [log, new Date(at.getTime() - slack).toISOString()],
    );
    return row && { commit: BigInt(row.position), prepare: BigInt(row.position) };
  } catch (fault) {
    if (isConnectionLoss(fault) || isStructural(fault)) return undefined;
    throw fault;
  } finally {
    await database.close();
  }
};
