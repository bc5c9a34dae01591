import { type Database, type DatabaseOptions, openDatabase } from '@groundswell/platform/database';

/**
 * Statement timeout in milliseconds. Batches, checkpoints and locks take only a moment, so a connection that is
 * silent for longer is lost.
 */
const patience = 60_000;

/** The workers' pool, used to follow the log and hold locks. */
export const openWorkersDatabase = (options: Omit<DatabaseOptions, 'patience'>): Database =>
  openDatabase({ ...options, patience, pipelined: true });
