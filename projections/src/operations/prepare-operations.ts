import { type Database, type Migration, migrate } from '@groundswell/platform/database';
import { prepareEvidence } from '../evidence/prepare-evidence.js';

/**
 * What operators see, on the command line and on the console: who keeps which read model and its state,
 * rebuilds in progress, and results of comparisons. Nothing depends on it, and it may be emptied at any time.
 */
export const operationsMigrations: readonly Migration[] = [
  {
    name: 'keepers and rebuilds',
    sql: `
    CREATE TABLE keeper (
      read_model text NOT NULL,
      process text NOT NULL,
      state text NOT NULL,
      fault text,
      lag_events integer,
      lag_seconds integer,
      applied bigint NOT NULL,
      per_second double precision NOT NULL,
      since timestamptz NOT NULL,
      said_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (read_model, process)
    );
    CREATE TABLE rebuild (
      id text NOT NULL,
      read_model text NOT NULL,
      kind text NOT NULL,
      schema text NOT NULL,
      process text NOT NULL,
      state text NOT NULL,
      from_position bigint NOT NULL,
      position bigint NOT NULL,
      until_position bigint NOT NULL,
      events bigint NOT NULL DEFAULT 0,
      per_second double precision NOT NULL DEFAULT 0,
      message text,
      started_at timestamptz NOT NULL DEFAULT now(),
      moved_at timestamptz NOT NULL DEFAULT now(),
      ended_at timestamptz,
      PRIMARY KEY (id, read_model)
    );
    CREATE INDEX rebuild_newest ON rebuild (started_at DESC)`,
  },
  {
    name: 'faults of the file of checkpoints',
    sql: `
    CREATE TABLE checkpoint_file_fault (
      process text PRIMARY KEY,
      fault text NOT NULL,
      said_at timestamptz NOT NULL DEFAULT now()
    )`,
  },
  {
    name: 'rows that are not what the log says',
    sql: 'CREATE TABLE wrong_rows (read_model text PRIMARY KEY, rows integer NOT NULL)',
  },
];

/** @throws FatalFault if the database is newer than this program */
export const prepareOperations = async (database: Database): Promise<void> => {
  await migrate(database, 'operations', operationsMigrations);
  await prepareEvidence(database);
};
