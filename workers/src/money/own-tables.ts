import { type Database, type Migration, migrate } from '@groundswell/platform/database';

export const moneyMigrations: readonly Migration[] = [
  {
    name: 'steps that failed, how far the broker was heard, and who was compared with it when',
    sql: `
      CREATE TABLE trouble (
        step_id text PRIMARY KEY,
        user_id text NOT NULL,
        since timestamptz NOT NULL,
        failures integer NOT NULL,
        next_at timestamptz NOT NULL,
        parked boolean NOT NULL,
        reason text NOT NULL
      );
      CREATE INDEX trouble_of_person ON trouble (user_id);
      CREATE TABLE heard (
        stream text PRIMARY KEY,
        cursor text NOT NULL,
        heard_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE compared (
        user_id text PRIMARY KEY,
        compared_at timestamptz NOT NULL,
        position bigint NOT NULL
      );`,
  },
];

/**
 * Schema of the workers' own tables. Losing them costs only time: steps are tried at once, the broker's
 * streams are read from their beginning, and everyone is compared again.
 */
export const ownSchema = 'money';

export const prepareOwnTables = (database: Database): Promise<void> =>
  migrate(database, ownSchema, moneyMigrations);
