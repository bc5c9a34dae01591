import { type Database, type Migration, migrate } from '@groundswell/platform/database';

/**
 * Findings about the log and the read models, and who answered them. Rows are only ever added: to change one,
 * someone has to alter the tables first.
 */
export const evidenceMigrations: readonly Migration[] = [
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
  {
    name: 'signed checkpoints, their keys, and where they are mirrored',
    sql: `
    CREATE TABLE signing_key (
      number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      id text PRIMARY KEY,
      public_key text NOT NULL,
      since text NOT NULL,
      predecessor text,
      signature text NOT NULL
    );
    CREATE TABLE signed_checkpoint (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      position bigint NOT NULL,
      count bigint NOT NULL,
      time text NOT NULL,
      chain text NOT NULL,
      root text NOT NULL,
      concepts text NOT NULL,
      previous text,
      hash text NOT NULL UNIQUE,
      log text NOT NULL,
      version1 bigint NOT NULL,
      key text NOT NULL REFERENCES signing_key,
      signature text NOT NULL
    );
    CREATE TABLE new_series (
      after_number bigint PRIMARY KEY,
      decided_by text NOT NULL,
      reason text NOT NULL,
      decided_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL,
      verdict text NOT NULL,
      words text NOT NULL,
      log text,
      count bigint NOT NULL,
      position bigint NOT NULL,
      chain text NOT NULL,
      root text NOT NULL,
      process text NOT NULL,
      ended_at timestamptz NOT NULL
    );
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON audit EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON signing_key EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON signed_checkpoint EXECUTE FUNCTION refuse_change();
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON new_series EXECUTE FUNCTION refuse_change();
    CREATE TABLE mirror (
      name text PRIMARY KEY,
      mirrored bigint NOT NULL DEFAULT 0,
      fault text,
      faulty_since timestamptz,
      said_at timestamptz NOT NULL DEFAULT now()
    )`,
  },
  {
    name: 'what comparisons of read models with the log came to',
    sql: `
    CREATE TABLE comparison (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      read_model text NOT NULL,
      verdict text NOT NULL,
      words text NOT NULL,
      log text NOT NULL,
      process text NOT NULL,
      ended_at timestamptz NOT NULL
    );
    CREATE INDEX comparison_of_model ON comparison (log, read_model, ended_at);
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON comparison EXECUTE FUNCTION refuse_change()`,
  },
  {
    name: 'every decision to begin a new series, also where nothing was signed in between',
    sql: `
    ALTER TABLE new_series DROP CONSTRAINT new_series_pkey, ADD PRIMARY KEY (after_number, decided_at)`,
  },
];

/** @throws FatalFault if the database is newer than this program */
export const prepareEvidence = (database: Database): Promise<void> =>
  migrate(database, 'evidence', evidenceMigrations);
