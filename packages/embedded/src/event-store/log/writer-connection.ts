import { FatalFault } from '@groundswell/platform';
import pg from 'pg';
import { connectionSettings } from './connection-settings.js';

/** The lock that makes a server the only writer of its database. Any constant number. */
const writerLock = 5_171_310_722_903;

/** How long to wait for the lock: after a crash the old server's session remains until PostgreSQL notices. */
const patience = '2s';

const lockNotAvailable = '55P03';

/** The connection used to write the log. */
export interface WriterConnection {
  readonly client: pg.Client;
  /**
   * Ends a silent session from outside: PostgreSQL would consider it alive for up to a minute, and refuse the
   * next server the lock. Never rejects, and takes four seconds at most.
   */
  readonly endSession: () => Promise<void>;
}

/**
 * Opens the connection that writes the log. The same session holds the writer's lock: a server that loses the
 * lock has lost its only way to write with it.
 * @throws FatalFault when another server writes to this database.
 */
export const openWriterConnection = async (databaseUrl: string): Promise<WriterConnection> => {
  const client = new pg.Client(connectionSettings(databaseUrl, 'event-store writer'));
  await client.connect();
  await client.query(`SET lock_timeout = '${patience}'; SET synchronous_commit = on`);
  try {
    await client.query(`SELECT pg_advisory_lock(${writerLock})`);
    await client.query('RESET lock_timeout');
  } catch (fault) {
    await client.end();
    if (fault instanceof pg.DatabaseError && fault.code === lockNotAvailable) {
      throw new FatalFault('Another event-store server writes to this database already.');
    }
    throw fault;
  }
  const { rows } = await client.query<Session>(
    'SELECT pid, backend_start::text AS begun FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  return { client, endSession: () => endSession(databaseUrl, rows[0]) };
};

/** Pids are reused, but not with the same start time. */
interface Session {
  readonly pid: number;
  readonly begun: string;
}

const endSession = async (databaseUrl: string, session: Session | undefined): Promise<void> => {
  const client = new pg.Client({
    ...connectionSettings(databaseUrl, 'event-store writer, ending'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start = $2::timestamptz',
      [session?.pid, session?.begun],
    );
  } catch {
    // PostgreSQL does not respond here either: the session ends with the database, or when keepalives fail.
  }
};
