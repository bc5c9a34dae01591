import { type Database, type DatabaseOptions, openDatabase } from '@groundswell/platform/database';

/**
 * Milliseconds that a statement may take: rows of a batch, checkpoints and locks are there in a moment, and a connection
 * that is silent for longer has been lost.
 */
const patience = 60_000;

/** A pool of the workers, over which the log is followed and locks are held. */
export const openWorkersDatabase = (options: Omit<DatabaseOptions, 'patience'>): Database =>
  openDatabase({ ...options, patience });
