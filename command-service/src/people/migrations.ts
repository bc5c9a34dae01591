import type { Migration } from '@groundswell/platform/database';

export const peopleMigrations: readonly Migration[] = [
  {
    name: 'credentials and sessions',
    sql: `
      CREATE TABLE credential (
        user_id text PRIMARY KEY,
        password_hash text NOT NULL,
        changed_at timestamptz NOT NULL
      );

      -- One sign-in: the family of all refresh tokens that stem from it.
      CREATE TABLE session (
        session_id uuid PRIMARY KEY,
        user_id text NOT NULL,
        started_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz,
        end_reason text
      );
      CREATE INDEX session_by_user ON session (user_id) WHERE ended_at IS NULL;
      CREATE INDEX session_by_expiry ON session (expires_at);

      -- SHA-256 of each token; the tokens themselves are nowhere.
      CREATE TABLE refresh_token (
        token_hash bytea PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
        successor_hash bytea,
        used_at timestamptz
      );
      CREATE INDEX refresh_token_by_session ON refresh_token (session_id);`,
  },
  {
    name: 'what a session runs on, and when it was last used',
    sql: `
      -- Words of ours, such as Firefox on Windows; what the browser said about itself is kept nowhere.
      ALTER TABLE session ADD COLUMN device text NOT NULL DEFAULT 'A browser';
      ALTER TABLE session ALTER COLUMN device DROP DEFAULT;
      ALTER TABLE session ADD COLUMN last_used_at timestamptz;
      UPDATE session SET last_used_at = started_at;
      ALTER TABLE session ALTER COLUMN last_used_at SET NOT NULL;`,
  },
  {
    name: 'second factors',
    sql: `
      -- Its secret lies in the vault, and the log says whether it is on.
      CREATE TABLE second_factor (
        user_id text PRIMARY KEY,
        -- Of thirty seconds: codes of this one and of those before it were spent.
        last_step bigint NOT NULL,
        -- Wrong codes in a row.
        failures integer NOT NULL DEFAULT 0,
        closed_until timestamptz
      );

      -- A keyed hash of each that was not used yet.
      CREATE TABLE recovery_code (
        user_id text NOT NULL REFERENCES second_factor ON DELETE CASCADE,
        digest text NOT NULL,
        PRIMARY KEY (user_id, digest)
      );

      -- Sign-ins that wait for a code. SHA-256 of each challenge.
      CREATE TABLE begun_sign_in (
        challenge_hash bytea PRIMARY KEY,
        user_id text NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX begun_sign_in_by_user ON begun_sign_in (user_id);

      -- When a code was last given in this session.
      ALTER TABLE session ADD COLUMN proved_at timestamptz;`,
  },
  {
    name: 'sessions of a person that have ended, too',
    sql: 'CREATE INDEX session_of_user ON session (user_id);',
  },
  {
    name: 'networks from which somebody has signed in lately',
    sql: `
      CREATE TABLE known_network (
        user_id text NOT NULL,
        -- A keyed hash.
        digest text NOT NULL,
        proven_at timestamptz NOT NULL,
        PRIMARY KEY (user_id, digest)
      );
      CREATE INDEX known_network_by_time ON known_network (proven_at);`,
  },
  {
    name: 'proofs of who somebody is, for one call each',
    sql: `
      CREATE TABLE identity_proof (
        -- SHA-256 of what the person holds.
        proof_hash bytea PRIMARY KEY,
        user_id text NOT NULL,
        session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
        path text NOT NULL,
        expires_at timestamptz NOT NULL,
        -- What it was spent on.
        used_for text
      );
      CREATE INDEX identity_proof_by_user ON identity_proof (user_id);
      CREATE INDEX identity_proof_by_session ON identity_proof (session_id);
      CREATE INDEX identity_proof_by_time ON identity_proof (expires_at);`,
  },
  {
    name: 'wrong passwords in a row',
    sql: `
      CREATE TABLE wrong_password (
        -- The beginning of a keyed hash of an address, or of one and a network.
        bucket text PRIMARY KEY,
        count integer NOT NULL,
        since timestamptz NOT NULL
      );
      CREATE INDEX wrong_password_by_time ON wrong_password (since);`,
  },
  {
    name: 'notices of sign-ins that the log does not have yet',
    sql: `
      CREATE TABLE owed_notice (
        -- Also the id of the command, so that a repeat is told once.
        notice_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id text NOT NULL,
        command text NOT NULL,
        occurred_at timestamptz NOT NULL
      );
      CREATE INDEX owed_notice_by_user ON owed_notice (user_id);`,
  },
  {
    name: 'the session that an owed notice is about',
    sql: `
      -- Set where a spent token came back.
      ALTER TABLE owed_notice ADD COLUMN session_id uuid;`,
  },
  {
    name: 'which of a person’s second factors this is',
    sql: `
      -- How often the log says one was turned off before this one was set up.
      ALTER TABLE second_factor ADD COLUMN turned_off_before integer NOT NULL DEFAULT 0;`,
  },
];
