import { type Refusal, refuse } from '@groundswell/contracts';
import { type Database, type Migration, migrate, type Sql } from '../database/index.js';
import { accessTokenLifetime, type CurrentUser } from './access-token.js';

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

/**
 * An access token cannot be called back, so whoever only holds the public key asks here whether its session has ended
 * since. An entry outlives the last token of its session, and is then removed.
 */
export interface EndedSessions {
  /** Takes part in the transaction that ends the sessions. */
  note(sessionIds: readonly string[], endedAt: Date, sql: Sql): Promise<void>;
  /** For services that keep no sessions: a token of an ended session is as good as none, and roles stay roles. */
  confirm(user: CurrentUser, access: 'user' | 'staff'): Promise<Refusal | undefined>;
  /** Those of some sessions that have ended, for what goes on after a token was shown. */
  endedAmong(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes what no token can ask for any more; answers how many. */
  removeExpired(now: Date): Promise<number>;
}

/** Brings the schema `identity` up to date first. @throws FatalFault when the database is newer than this program */
export const openEndedSessions = async (database: Database): Promise<EndedSessions> => {
  await migrate(database, 'identity', migrations);
  return {
    async note(sessionIds, endedAt, sql) {
      await sql.query(
        `INSERT INTO identity.ended_session SELECT session_id, $2 FROM unnest($1::text[]) AS r (session_id)
         ON CONFLICT DO NOTHING`,
        [sessionIds, endedAt],
      );
    },
    async confirm({ role, sessionId }, access) {
      const ended = await database.query('SELECT FROM identity.ended_session WHERE session_id = $1', [
        sessionId,
      ]);
      if (ended.length > 0) return refuse('NotSignedIn');
      return access === 'staff' && role !== 'staff' ? refuse('NotStaff') : undefined;
    },
    async endedAmong(sessionIds) {
      const ended = await database.query<{ session_id: string }>(
        'SELECT session_id FROM identity.ended_session WHERE session_id = ANY ($1)',
        [sessionIds],
      );
      return new Set(ended.map(({ session_id }) => session_id));
    },
    async removeExpired(now) {
      const removed = await database.query(
        'DELETE FROM identity.ended_session WHERE ended_at < $1 RETURNING 1',
        [new Date(now.getTime() - 2 * accessTokenLifetime * 1_000)],
      );
      return removed.length;
    },
  };
};
