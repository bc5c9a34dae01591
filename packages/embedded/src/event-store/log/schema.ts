import { FatalFault } from '@groundswell/platform';
import type { Client } from 'pg';

/** Steps from an empty database to the current schema; each runs once. Never change a released step. */
const steps: readonly string[] = [
  `CREATE TABLE event (
     position bigint PRIMARY KEY,
     stream text COLLATE "C" NOT NULL,
     revision bigint NOT NULL,
     id uuid NOT NULL,
     type text COLLATE "C" NOT NULL,
     json boolean NOT NULL,
     created timestamptz NOT NULL,
     data bytea NOT NULL,
     metadata bytea NOT NULL,
     UNIQUE (stream, revision)
   );
   CREATE INDEX event_tombstone ON event (stream) WHERE revision = 9223372036854775807;
   INSERT INTO event VALUES
     (1, '$$$settings', 0, gen_random_uuid(), '$metadata', true, now(),
      '{"$acl":{"$r":"$all","$w":"$admins","$d":"$admins","$mr":"$all","$mw":"$admins"}}', '');`,
];

/**
 * Migrates the schema and records its version in one transaction.
 * @throws FatalFault when a newer version has used it: its tables may have another meaning
 */
export const migrate = async (client: Client): Promise<void> => {
  await client.query('CREATE TABLE IF NOT EXISTS event_store_version (version integer NOT NULL)');
  const { rows } = await client.query<{ version: number }>('SELECT version FROM event_store_version');
  const version = rows[0]?.version ?? 0;
  if (version > steps.length) {
    throw new FatalFault(
      `The event store's database is of version ${version}, this server knows versions up to ${steps.length}: ` +
        'start the newer release.',
    );
  }
  if (version === steps.length) return;
  await client.query('BEGIN');
  for (const step of steps.slice(version)) await client.query(step);
  await client.query('DELETE FROM event_store_version');
  await client.query('INSERT INTO event_store_version VALUES ($1)', [steps.length]);
  await client.query('COMMIT');
};
