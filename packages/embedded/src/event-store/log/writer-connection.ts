import { FatalFault } from '@groundswell/platform';
import pg from 'pg';

/** The lock that makes a server the one writer of its database. Any number, as long as it stays the same. */
const writerLock = 5_171_310_722_903;

/** After a crash the old server's session may live on until PostgreSQL notices: it gets this long. */
const patience = '2s';

const lockNotAvailable = '55P03';

/**
 * Opens the connection over which the log is written. The same session holds the lock of the writer: a server that
 * loses the lock has lost its only way to write with it.
 * @throws FatalFault when another server writes to this database.
 */
export const openWriterConnection = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'event-store writer',
    keepAlive: true,
  });
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
  return client;
};
