import { type Database, type Migration, migrate } from '@groundswell/platform/database';

/**
 * What was found out about the log and the read models, and who answered it. Rows are only ever added: whoever wants to
 * change one has to change the tables first.
 */
const migrations: readonly Migration[] = [
  {
    name: 'findings and answers',
    sql: `
    CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME; END $$;
    CREATE TABLE finding (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      words text NOT NULL,
      log text,
      process text NOT NULL,
      found_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE answer (
      finding bigint PRIMARY KEY REFERENCES finding,
      answered_by text NOT NULL,
      reason text NOT NULL,
      answered_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON finding EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON answer EXECUTE FUNCTION refuse_change()`,
  },
];

/** @throws FatalFault when the database is newer than this program */
export const prepareEvidence = (database: Database): Promise<void> =>
  migrate(database, 'evidence', migrations);
