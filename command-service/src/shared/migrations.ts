import type { Migration } from '@groundswell/platform/database';

export const commandServiceMigrations: readonly Migration[] = [
  {
    name: 'keys of commands, names of concepts',
    sql: `
      CREATE TABLE command_key (
        command_id uuid PRIMARY KEY,
        request_hash text NOT NULL,
        remembered_at timestamptz NOT NULL
      );

      -- Who has a name, decided before the event is appended: two streams cannot be guarded by one append.
      CREATE TABLE concept_name (
        name_key text PRIMARY KEY,
        concept_id text NOT NULL,
        reserved_at timestamptz NOT NULL,
        settled boolean NOT NULL
      );`,
  },
  {
    name: 'requests that were noted before they are worked off',
    sql: `
      CREATE TABLE inbox (
        request_id uuid PRIMARY KEY,
        kind text NOT NULL,
        -- AES-256-GCM: it names an address of somebody.
        sealed bytea NOT NULL,
        correlation_id text NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL
      );
      CREATE INDEX inbox_by_due ON inbox (due_at);`,
  },
  {
    name: 'attempts that all instances count together',
    sql: `
      -- Of no worth after a minute: neither its log nor a backup has to hold it.
      CREATE UNLOGGED TABLE attempt (
        -- A keyed hash: what is counted may be an address of somebody.
        key text PRIMARY KEY,
        since timestamptz NOT NULL,
        count integer NOT NULL
      );
      CREATE INDEX attempt_by_time ON attempt (since);`,
  },
  {
    name: 'keys of commands that are being carried out',
    sql: `
      -- Null once the command has changed something.
      ALTER TABLE command_key ADD COLUMN claim uuid;
      ALTER TABLE command_key ADD COLUMN claimed_at timestamptz;`,
  },
  {
    name: 'requests that go before others',
    sql: `
      ALTER TABLE inbox ADD COLUMN urgent boolean NOT NULL DEFAULT false;
      CREATE INDEX inbox_by_turn ON inbox (urgent DESC, due_at);
      DROP INDEX inbox_by_due;`,
  },
];
