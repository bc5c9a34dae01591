import { type Database, type Migration, migrate, type Sql } from '../database/index.js';
import { accessTokenLifetime } from './access-token.js';

const migrations: readonly Migration[] = [
  {
    name: 'sessions that ended while tokens of theirs were still good',
    sql: `
      CREATE TABLE ended_session (
        session_id text PRIMARY KEY,
        ended_at timestamptz NOT NULL
      );
      CREATE INDEX ended_session_by_end ON ended_session (ended_at);`,
  },
];

/** A session that ended, or an account of which an event was written. */
export type IdentityChange = { readonly session: string } | { readonly user: string };

/** The channel that carries identity changes to all processes, as JSON. */
export const identityChannel = 'identity_change';

/**
 * An access token cannot be revoked: services that hold only the public key learn here that its session has
 * ended. An entry outlives the last token of its session, and is then removed.
 */
export interface IdentityChanges {
  /** Runs in the transaction that ends the sessions. */
  noteEnded(sessionIds: readonly string[], endedAt: Date, sql: Sql): Promise<void>;
  /** After an event of an account was written, or in the transaction that changes what belongs to it. */
  noteChanged(userId: string, sql?: Sql): Promise<void>;
  /** Those of some sessions that have ended, as the database knows it. */
  endedAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** `limit` of the sessions of which a token may still be good. */
  ended(limit: number): Promise<string[]>;
  /** Deletes what no token can ask for any more; answers how many. */
  removeExpired(now: Date): Promise<number>;
  /** Calls back for what this process notes, before it is in the database. */
  onNoted(heard: (change: IdentityChange) => void): void;
}

/** Brings the schema `identity` up to date first. @throws FatalFault when the database is newer than this program */
export const openIdentityChanges = async (database: Database): Promise<IdentityChanges> => {
  await migrate(database, 'identity', migrations);
  const listeners: ((change: IdentityChange) => void)[] = [];
  const tell = (change: IdentityChange): void => {
    for (const heard of listeners) heard(change);
  };
  return {
    async noteEnded(sessionIds, endedAt, sql) {
      if (sessionIds.length === 0) return;
      for (const session of sessionIds) tell({ session });
      await sql.query(
        `WITH noted AS (
           INSERT INTO identity.ended_session SELECT session_id, $2 FROM unnest($1::text[]) AS r (session_id)
           ON CONFLICT DO NOTHING
         )
         SELECT pg_notify('${identityChannel}', json_build_object('session', session_id)::text)
         FROM unnest($1::text[]) AS r (session_id)`,
        [sessionIds, endedAt],
      );
    },
    async noteChanged(userId, sql = database) {
      tell({ user: userId });
      await sql.query(`SELECT pg_notify('${identityChannel}', $1)`, [JSON.stringify({ user: userId })]);
    },
    async endedAmong(sessionIds) {
      const ended = await database.query<{ session_id: string }>(
        'SELECT session_id FROM identity.ended_session WHERE session_id = ANY ($1)',
        [sessionIds],
      );
      return new Set(ended.map(({ session_id }) => session_id));
    },
    async ended(limit) {
      const ended = await database.query<{ session_id: string }>(
        'SELECT session_id FROM identity.ended_session LIMIT $1',
        [limit],
      );
      return ended.map(({ session_id }) => session_id);
    },
    async removeExpired(now) {
      const removed = await database.query(
        'DELETE FROM identity.ended_session WHERE ended_at < $1 RETURNING 1',
        [new Date(now.getTime() - 2 * accessTokenLifetime * 1_000)],
      );
      return removed.length;
    },
    onNoted: (heard) => void listeners.push(heard),
  };
};
