import { FatalFault } from '@groundswell/platform';
import pg from 'pg';
import { connectionSettings } from './connection-settings.js';

/** The lock that makes a server the only writer of its database. Any constant number. */
const writerLock = 5_171_310_722_903;

/** Seconds to wait for the lock: after a crash the old server's session remains until PostgreSQL notices. */
const patience = 2;

/** Milliseconds to wait for it in all while its session works on one statement. */
const longestWait = 60_000;

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
export const openWriterConnection = async (
  databaseUrl: string,
  longest = longestWait,
): Promise<WriterConnection> => {
  const client = new pg.Client(connectionSettings(databaseUrl, 'event-store writer'));
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${patience}s'; SET synchronous_commit = on`);
    await takeLock(client, performance.now() + longest);
    await client.query('RESET lock_timeout');
  } catch (fault) {
    await client.end();
    throw fault;
  }
  const { rows } = await client.query<Session>(
    'SELECT pid, backend_start::text AS begun FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  );
  return { client, endSession: () => endSession(databaseUrl, rows[0]) };
};

/**
 * A statement that takes longer than our patience is no sign of another server: where the disk stalls, PostgreSQL ends
 * the session of one that is gone only after its last commit.
 */
const takeLock = async (client: pg.Client, deadline: number): Promise<void> => {
  for (;;) {
    try {
      await client.query(`SELECT pg_advisory_lock(${writerLock})`);
      return;
    } catch (fault) {
      if (!(fault instanceof pg.DatabaseError) || fault.code !== lockNotAvailable) throw fault;
    }
    if (await anotherWrites(client))
      throw new FatalFault('Another event-store server writes to this database already.');
    if (performance.now() > deadline)
      throw new Error('PostgreSQL is still at work on the last write of an earlier event store.');
  }
};

/** Not when the holder works on one statement for all that time, nor when it has just gone. */
const anotherWrites = async (client: pg.Client): Promise<boolean> => {
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = $1
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (state = 'active' AND query_start < now() - make_interval(secs => $2)) IS NOT TRUE`,
    [writerLock, patience],
  );
  return rowCount !== 0;
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
