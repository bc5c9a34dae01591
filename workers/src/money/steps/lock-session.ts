import type { Database, Session } from '@groundswell/platform/database';

/** A connection that holds locks by their names, for as long as it lives. */
export interface LockSession {
  /** False when another session holds it. */
  tryLock(name: string): Promise<boolean>;
  unlock(name: string): Promise<void>;
  /** Resolves when the connection is lost: its locks are others' to take from then on. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

/** Advisory locks of PostgreSQL. */
export const openLockSession = async (database: Pick<Database, 'session'>): Promise<LockSession> => {
  const session: Session = await database.session();
  return {
    lost: session.lost,
    async tryLock(name) {
      const [answer] = await session.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine',
        [name],
      );
      return answer?.mine ?? false;
    },
    async unlock(name) {
      await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    },
    close: () => session.close(),
  };
};
