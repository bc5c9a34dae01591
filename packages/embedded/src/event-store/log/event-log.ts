import type pg from 'pg';
import { startLength } from '../domain/event.js';
import { LogReader, openReaderPool } from './reader.js';
import { mostRecentIds, RecentIds } from './recent-ids.js';
import { migrate } from './schema.js';
import { StreamStates } from './stream-states.js';
import { Tail } from './tail.js';
import { LogWriter } from './writer.js';
import { openWriterConnection } from './writer-connection.js';

/** Number of ids read back at the start, so that repeats are recognized across a crash. */
const readBackIds = Math.min(mostRecentIds, 2_000);

/** The log of one database: the only way to write it, and the ways to read it. */
export interface EventLog {
  readonly writer: LogWriter;
  readonly reader: LogReader;
  readonly states: StreamStates;
  readonly tail: Tail;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
}

export interface LogEvents {
  /** Called when a write fails; the server continues. */
  readonly failedWrite: (fault: unknown) => void;
  /** The connection with the writer's lock is gone: the process must end, or it would serve a stale log. */
  readonly lostDatabase: (fault: unknown) => void;
}

/** @throws FatalFault when another server uses this database, or a newer version has used it */
export const openEventLog = async (databaseUrl: string, events: LogEvents): Promise<EventLog> => {
  const pool = openReaderPool(databaseUrl);
  // When a connection breaks, idle or in use, its read fails, and the next read opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const { client: connection, endSession } = await openWriterConnection(databaseUrl);
  let closing = false;
  const lost = (fault: unknown): void => {
    if (!closing) events.lostDatabase(fault);
  };
  connection.on('error', lost);
  connection.on('end', () => lost(new Error('PostgreSQL ended the connection of the writer.')));
  await migrate(connection);
  const states = new StreamStates(pool);
  const recentIds = new RecentIds();
  const tail = new Tail(await readBack(connection, recentIds));
  const fellSilent = (): void => {
    void endSession().then(() => lost(new Error('PostgreSQL does not answer the writer any more.')));
  };
  const writer = new LogWriter({ connection, pool, states, recentIds, tail }, events.failedWrite, fellSilent);
  return {
    writer,
    reader: new LogReader(pool),
    states,
    tail,
    pool,
    close: async () => {
      closing = true;
      await Promise.all([connection.end(), pool.end()]);
    },
  };
};

interface RecentRow {
  readonly id: string;
  readonly stream: string;
  readonly revision: string;
  readonly position: string;
}

/** Loads the newest ids of the log, and returns where it ends. */
const readBack = async (connection: pg.Client, recentIds: RecentIds): Promise<number> => {
  const { rows } = await connection.query<RecentRow>(
    `SELECT id, stream, revision, position FROM event ORDER BY position DESC LIMIT ${readBackIds}`,
  );
  for (const row of rows.reverse()) {
    recentIds.add({
      id: Buffer.from(row.id.replaceAll('-', ''), 'hex'),
      stream: row.stream,
      revision: Number(row.revision),
      position: Number(row.position),
    });
  }
  return Number(rows.at(-1)?.position ?? 0) + startLength;
};
