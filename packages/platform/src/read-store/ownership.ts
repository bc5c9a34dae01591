import { setTimeout } from 'node:timers/promises';
import type { Database, Session } from '../database/database.js';

/** Milliseconds between two attempts to take a lock that somebody else holds. */
const usualPause = 500;

/**
 * Waits until nobody else owns `name`, then holds it for as long as the session lives. Whoever writes through this
 * session cannot write after having lost the lock, since both end together.
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
      const [answer] = await session.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
        [lockNameOf(name)],
      );
      if (answer?.mine) return session;
      await setTimeout(pause, undefined, { signal }).catch(() => undefined);
    }
  } catch (error) {
    await session.close().catch(() => undefined);
    throw error;
  }
  await session.close();
  return undefined;
};

/** Owns `name` if nobody else does. @returns undefined when somebody does */
export const tryOwnership = async (database: Database, name: string): Promise<Session | undefined> => {
  const session = await database.session();
  const [answer] = await session.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
    [lockNameOf(name)],
  );
  if (answer?.mine) return session;
  await session.close();
  return undefined;
};

/** Before the name of a lock, so that nothing else takes the same one. */
const lockPrefix = 'own ';

/** The name of a lock, which the process that holds it can be found by. */
const lockNameOf = (name: string): string => `${lockPrefix}${name}`;

/** SQL that is true while a process owns the name that `expression` gives, a column for example. */
export const isOwned = (expression: string): string =>
  `EXISTS (
    SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
       AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('${lockPrefix}' || ${expression}, 0))`;
