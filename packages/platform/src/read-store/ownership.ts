import type { Database, Session } from '../database/database.js';
import { giveSigns } from '../database/signs-of-life.js';
import type { Sql } from '../database/sql.js';
import { realPause } from '../time/back-off.js';

/** Milliseconds between two attempts to take a lock. */
const usualPause = 500;
/** Seconds without a sign after which an owner is replaced, if someone waits for its place. */
const longestSilence = 6;

/**
 * Waits until no other process owns `name`, then holds it as long as the session lives and gives signs of
 * life. Writes through this session cannot outlive the lock, since both end together: a silent owner, such as
 * a stopped process, has its session ended before another takes over.
 * @returns undefined when the signal aborts first
 */
export const ownership = async (
  database: Database,
  name: string,
  signal: AbortSignal,
  pause = usualPause,
): Promise<Session | undefined> => {
  const session = await database.session();
  try {
    while (!signal.aborted) {
      if (await isTaken(session, name)) return withSigns(session);
      await realPause(pause, signal);
    }
  } catch (error) {
    await session.close().catch(() => undefined);
    throw error;
  }
  await session.close();
  return undefined;
};

/** Owns `name` if no one else does, or no one who gives a sign of life. @returns undefined when someone does */
export const tryOwnership = async (database: Database, name: string): Promise<Session | undefined> => {
  const session = await database.session();
  try {
    if (await isTaken(session, name)) return withSigns(session);
  } catch (error) {
    await session.close().catch(() => undefined);
    throw error;
  }
  await session.close();
  return undefined;
};

/** Works as the owner of `name`, if no one else is that. @returns undefined when someone is */
export const whileOwning = async <T>(
  database: Database,
  name: string,
  work: (session: Session) => Promise<T>,
): Promise<T | undefined> => {
  const session = await tryOwnership(database, name);
  if (!session) return undefined;
  try {
    return await work(session);
  } finally {
    await session.close().catch(() => undefined);
  }
};

/** One connection that owns any number of names until it ends or goes silent. */
export interface Owner {
  /** False while another one owns the name. */
  tryOwn(name: string): Promise<boolean>;
  letGo(name: string): Promise<void>;
  readonly lost: Session['lost'];
  close(): Promise<void>;
}

/** One that writes through the same connection, so that it cannot write what it no longer owns. */
export type WritingOwner = Owner & Pick<Session, 'transaction'>;

export const openOwner = async (database: Pick<Database, 'session'>): Promise<WritingOwner> => {
  const session = withSigns(await database.session('pipelined'));
  return {
    tryOwn: (name) => isTaken(session, name),
    async letGo(name) {
      await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [lockNameOf(name)]);
    },
    transaction: (work, options) => session.transaction(work, options),
    lost: session.lost,
    close: () => session.close(),
  };
};

/** Takes the lock, or ends the session of a silent owner so that the lock can be taken soon. */
const isTaken = async (sql: Sql, name: string): Promise<boolean> => {
  const [answer] = await sql.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
    [lockNameOf(name)],
  );
  if (!answer?.mine) await sql.query(endSilent, [lockNameOf(name), longestSilence]);
  return answer?.mine ?? false;
};

/** A session that shows as long as it lives that its owner does. */
const withSigns = (session: Session): Session => {
  const stop = giveSigns(session);
  void session.lost.then(stop);
  return {
    ...session,
    close() {
      stop();
      return session.close();
    },
  };
};

/** The given signal, which aborts as well when what a session owns is lost. */
export const untilLost = ({ lost }: Pick<Session, 'lost'>, signal: AbortSignal): AbortSignal => {
  const gone = new AbortController();
  void lost.then((reason) => gone.abort(reason));
  return AbortSignal.any([signal, gone.signal]);
};

/**
 * For writes through other connections than the owner's session: await it before anything that cannot be
 * undone.
 */
export const stillOwned = async (session: Sql): Promise<void> => {
  await session.query('SELECT 1');
};

/** Prefix of lock names, so that nothing else uses the same one. */
const lockPrefix = 'own ';

/** The name of a lock, by which its holder can be found. */
const lockNameOf = (name: string): string => `${lockPrefix}${name}`;

/** Locks `l` that are held by the name that `expression` gives. */
const heldBy = (expression: string): string =>
  `l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
       AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(${expression}, 0)`;

const ofThisDatabase =
  'pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()';

/**
 * Ends the session of a lock's holder that has been waiting for its client for too long, in a transaction or
 * outside one. A session at work is left alone: its client may be alive and have nothing to send.
 */
const endSilent = `
  SELECT pg_terminate_backend(a.pid) FROM ${ofThisDatabase} JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE ${heldBy('$1')}
     AND (a.state <> 'active' OR a.wait_event_type = 'Client')
     AND a.state_change < clock_timestamp() - make_interval(secs => $2)`;

/** SQL that is true while a process owns the name that `expression` gives, a column for example. */
export const isOwned = (expression: string): string =>
  `EXISTS (
    SELECT 1 FROM ${ofThisDatabase}
     WHERE ${heldBy(`'${lockPrefix}' || ${expression}`)})`;
