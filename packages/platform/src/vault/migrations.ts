import type { Migration } from '../database/index.js';

export const vaultMigrations: readonly Migration[] = [
  {
    name: 'people, their keys and their values',
    sql: `
      -- One data key per person, wrapped by a master key. Without it the person's values are noise, in backups too.
      CREATE TABLE person_key (
        person_id text PRIMARY KEY,
        wrapped_key bytea NOT NULL,
        master_version integer NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX person_key_by_master ON person_key (master_version);

      CREATE TABLE personal_value (
        person_id text NOT NULL REFERENCES person_key ON DELETE CASCADE,
        field text NOT NULL,
        sealed bytea NOT NULL,
        -- Keyed hash, only where a value must be found or be unique.
        blind_index bytea,
        expires_at timestamptz,
        PRIMARY KEY (person_id, field)
      );
      CREATE UNIQUE INDEX personal_value_by_index ON personal_value (field, blind_index)
        WHERE blind_index IS NOT NULL;
      CREATE INDEX personal_value_by_expiry ON personal_value (expires_at) WHERE expires_at IS NOT NULL;

      -- A person who was erased stays erased: a late write must not bring them back.
      CREATE TABLE erased_person (
        person_id text PRIMARY KEY,
        erased_at timestamptz NOT NULL
      );

      -- The key of the blind index is wrapped too, so that a change of master key leaves every index as it is.
      CREATE TABLE index_key (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        wrapped_key bytea NOT NULL,
        master_version integer NOT NULL
      );`,
  },
  {
    name: 'values on trial',
    sql: `
      -- Until then somebody has to say that something came of it; who does not is asked. It is read like any other.
      ALTER TABLE personal_value ADD COLUMN trial_until timestamptz;
      CREATE INDEX personal_value_by_trial ON personal_value (trial_until) WHERE trial_until IS NOT NULL;`,
  },
];
