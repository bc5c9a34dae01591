import pg from 'pg';
import { timeLimits } from '../network/time-limits.js';
import { isConnectionLoss } from './connection-loss.js';
import type { Sql, TransactionOptions } from './sql.js';
import { isStructural } from './structural.js';
import { copy, run, sqlOf, within } from './transaction.js';

/** One connection that no one else uses: for locks that belong to a session, and for LISTEN. */
export interface Session extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions<T>): Promise<T>;
  onNotification(heard: (channel: string, payload: string) => void): void;
  /** Settles, with the reason, when the connection is lost; never rejects. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

export interface Database extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions<T>): Promise<T>;
  /** @param kind `pipelined` as in `DatabaseOptions`; it has no `copyIn` */
  session(kind?: 'usual' | 'pipelined'): Promise<Session>;
  /** The same connections, with a longer limit for statements that build or index tables. */
  withPatience(milliseconds: number): Database;
  /**
   * Leaves all connections of the pool for new ones, each as soon as no one uses it: a connection remembers how tables were
   * made when it first met a statement.
   */
  renew(): void;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Connections at most. */
  readonly connections?: number;
  /** The schemas in which unqualified names are looked up. */
  readonly schemas?: readonly string[];
  /**
   * Milliseconds a statement may take, in the pool and in sessions. A connection that went silent, after a
   * failover for example, is dropped then instead of being waited for.
   */
  readonly patience?: number;
  /** Milliseconds to wait for a connection. */
  readonly connectWithin?: number;
  /**
   * Connections send statements without waiting for the answers to those before, which saves round trips where
   * several are issued side by side (see `together`). They have no `copyIn`.
   */
  readonly pipelined?: boolean;
}

/** Opens a pool. Connects when first used; a lost connection is replaced at its next use. */
export const openDatabase = ({
  url,
  name,
  connections = 10,
  schemas,
  patience,
  connectWithin = timeLimits.connect,
  pipelined = false,
}: DatabaseOptions): Database => {
  const settings: pg.PoolConfig = {
    pipeline: pipelined,
    connectionString: url,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: timeLimits.firstSign,
    connectionTimeoutMillis: connectWithin,
    options: [
      ...signsOfLife,
      ...(schemas ? [`search_path=${schemas.map(pg.escapeIdentifier).join(',')}`] : []),
    ]
      .map((setting) => `-c ${setting}`)
      .join(' '),
  };
  const pool = new pg.Pool({ ...settings, max: connections });
  // A connection that dies between two statements is replaced by the pool; unheard, its error would end the process.
  pool.on('error', () => undefined);
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    clients.add(client);
  });
  pool.on('remove', (client) => clients.delete(client));
  const close = () => closePool(pool, clients);
  return overPool({ pool, ages: agesOf(pool, clients), settings, close }, patience);
};

/**
 * The same for the database, in seconds: it keeps a session's locks until it notices that the client is gone.
 */
const signsOfLife = [
  `tcp_keepalives_idle=${timeLimits.firstSign / 1_000}`,
  `tcp_keepalives_interval=${timeLimits.nextSign / 1_000}`,
];

/** Ends a pool; connections that have gone silent are cut. */
const closePool = async (pool: pg.Pool, clients: ReadonlySet<pg.PoolClient>): Promise<void> => {
  const unheard = setTimeout(() => {
    for (const client of clients) client.connection.stream.destroy();
  }, timeLimits.farewell);
  await pool.end();
  clearTimeout(unheard);
};

interface Opened {
  readonly pool: pg.Pool;
  readonly ages: ReturnType<typeof agesOf>;
  readonly settings: pg.ClientConfig;
  readonly close: () => Promise<void>;
}

const overPool = (opened: Opened, patience: number | undefined): Database => {
  const { pool, ages, settings, close } = opened;
  /** A broken connection is not returned to the pool. */
  const borrowed = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = await ages.connect();
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      // One that has met other tables than there are now would continue failing over what it remembers of them.
      if (isConnectionLoss(error) || isStructural(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return {
    query: (text, values) => run(pool, text, values, patience),
    copyIn: (statement, chunks) => borrowed((client) => copy(client, statement, chunks, patience)),
    transaction: (work, options) => borrowed((client) => within(client, work, { patience, ...options })),
    session: (kind) =>
      openSession(kind === 'pipelined' ? { ...settings, pipeline: true } : settings, patience),
    withPatience: (milliseconds) => overPool(opened, milliseconds),
    renew: ages.renew,
    close,
  };
};

/** Hands out connections of a pool that are younger than the last renewal; older ones are closed when their turn comes. */
const agesOf = (
  pool: pg.Pool,
  clients: ReadonlySet<pg.PoolClient>,
): { connect(): Promise<pg.PoolClient>; renew(): void } => {
  let old = new WeakSet<pg.PoolClient>();
  return {
    async connect() {
      let client = await pool.connect();
      while (old.has(client)) {
        client.release(true);
        client = await pool.connect();
      }
      return client;
    },
    renew() {
      old = new WeakSet(clients);
    },
  };
};

const openSession = async (settings: pg.ClientConfig, patience: number | undefined): Promise<Session> => {
  const client = new pg.Client(settings);
  const lost = new Promise<Error>((resolve) => {
    client.on('error', resolve);
    client.on('end', () => resolve(new Error('the database connection ended')));
  });
  await client.connect();
  const cut = (): void => void client.connection.stream.destroy();
  /**
   * Treats a silent connection as lost. Otherwise anyone waiting for its next answer, or holding a lock
   * through it, would never know.
   */
  const watched = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => {
      if (isConnectionLoss(error)) cut();
      throw error;
    });
  const sql = sqlOf(client, patience);
  return {
    lost,
    query: (text, values) => watched(sql.query(text, values)),
    copyIn: (statement, chunks) => watched(sql.copyIn(statement, chunks)),
    transaction: (work, options) => watched(within(client, work, { patience, ...options })),
    onNotification: (heard) =>
      client.on('notification', ({ channel, payload }) => heard(channel, payload ?? '')),
    async close() {
      const unheard = setTimeout(cut, timeLimits.farewell);
      await client.end();
      clearTimeout(unheard);
    },
  };
};
