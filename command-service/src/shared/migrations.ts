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
];
