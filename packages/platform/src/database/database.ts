import pg from 'pg';
import { isSocketLoss } from '../network/socket-loss.js';
import { timeLimits } from '../network/time-limits.js';
import { CopyIn } from './copy.js';
import { preparedName } from './prepared.js';
import { isStructural } from './structural.js';

/** What runs SQL: the pool, a session, or a transaction. Values are always bound, never pasted into the text. */
export interface Sql {
  /** Statements with values are prepared once per connection; one without may hold several statements. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Adds rows to a table by `COPY … FROM STDIN`, in chunks of the format that the statement names. */
  copyIn(statement: string, chunks: readonly Buffer[]): Promise<void>;
}

export interface TransactionOptions {
  /** `snapshot` sees one moment of the database throughout, and may only read. */
  readonly kind?: 'usual' | 'snapshot';
  /** The schemas in which unqualified names are looked up, for this transaction alone. */
  readonly schemas?: readonly string[];
  /** Runs before the transaction sees anything: for a lock that a snapshot must not be older than. */
  readonly first?: string;
  /**
   * Does not wait for the disk: a crash of the database may undo the last of these transactions, each as a
   * whole. For data that can be computed again and that records its own progress.
   */
  readonly hasty?: boolean | undefined;
  /** Milliseconds a statement may take, in place of the pool's limit. */
  readonly patience?: number;
}

/** One connection that no one else uses: for locks that belong to a session, and for LISTEN. */
export interface Session extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
  onNotification(heard: (channel: string, payload: string) => void): void;
  /** Settles, with the reason, when the connection is lost; never rejects. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

export interface Database extends Sql {
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
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

/**
 * Waits for works that issue statements side by side, until all have ended: none may go on in a transaction that
 * has ended. @throws the first fault, or the one that made the others' statements fail
 */
export const together = async <T>(works: readonly Promise<T>[]): Promise<T[]> => {
  const settled = await Promise.allSettled(works);
  const faults = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (faults.length > 0) throw faults.find((fault) => !consequences.has(fault?.code)) ?? faults[0];
  return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
};

/** SQLSTATEs of statements after one that failed; the second where one counted on the preparation by another. */
const consequences: ReadonlySet<unknown> = new Set(['25P02', '26000']);

/** Sends in one piece what a pipelined connection is given in one turn of the event loop. */
const gatherTurn = (client: pg.Client): void => {
  const { stream } = client.connection;
  stream.cork();
  setImmediate(() => stream.uncork());
};

const turns = new WeakMap<pg.Client, Promise<unknown>>();

/** One after the other, on a connection that is not pipelined: the client deprecates its own queue. */
const inTurn = <T>(client: pg.Client, work: () => Promise<T>): Promise<T> => {
  const mine = (turns.get(client) ?? Promise.resolve()).then(work);
  turns.set(
    client,
    mine.catch(() => undefined),
  );
  return mine;
};

const run = async <Row extends object>(
  runner: pg.Pool | pg.ClientBase,
  text: string,
  values?: readonly unknown[],
  patience?: number,
): Promise<Row[]> => {
  const { rows } = await runner.query<Row>({
    text,
    ...(values && { name: preparedName(text), values: [...values] }),
    ...(patience !== undefined && { query_timeout: patience }),
  });
  return rows;
};

const copy = (
  client: pg.ClientBase,
  statement: string,
  chunks: readonly Buffer[],
  patience: number | undefined,
): Promise<void> => client.query(new CopyIn(statement, chunks, patience)).done;

const sqlOf = (client: pg.Client, patience: number | undefined): Sql => ({
  query(text, values) {
    if (!client.pipeline) return inTurn(client, () => run(client, text, values, patience));
    gatherTurn(client);
    return run(client, text, values, patience);
  },
  copyIn: (statement, chunks) => inTurn(client, () => copy(client, statement, chunks, patience)),
});

const beginnings = { usual: 'BEGIN', snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };

const within = async <T>(
  client: pg.Client,
  work: (sql: Sql) => Promise<T>,
  { kind = 'usual', schemas, first, hasty, patience }: TransactionOptions = {},
): Promise<T> => {
  const path = schemas ? `; SET LOCAL search_path TO ${schemas.map(pg.escapeIdentifier).join(',')}` : '';
  const haste = hasty ? '; SET LOCAL synchronous_commit TO off' : '';
  const sql = sqlOf(client, patience);
  try {
    const begun = sql.query(`${beginnings[kind]}${path}${haste}${first ? `; ${first}` : ''}`);
    // Where statements need not wait for it, the first of the work go with it: on a connection that still answers,
    // they fail when it fails.
    if (!client.pipeline) await begun;
    const [, result] = await together<unknown>([begun, work(sql)]);
    await sql.query('COMMIT');
    return result as T;
  } catch (error) {
    // A closed connection rolls back automatically, and a silent one would not answer.
    if (!isConnectionLoss(error)) await sql.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};

/** SQLSTATE classes 08 (connection) and 57P (shutdown). */
const lossStates = /^(08|57P)/;
/**
 * Messages of the client that have no code; `timeout exceeded when trying to connect` means that the pool is
 * used up.
 */
const lossMessages =
  /connection (was )?(terminated|ended|error)|timeout expired|timeout exceeded when trying to connect|not queryable|Connection terminated|Query read timeout/i;

/** Whether a failure is in reaching the database, not in the statement. */
export const isConnectionLoss = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return isSocketLoss(error) || (code ? lossStates.test(code) : lossMessages.test(error.message));
};

/** For the rare name that has to be part of a statement's text: a schema, a table. */
export const identifier = (name: string): string => pg.escapeIdentifier(name);
