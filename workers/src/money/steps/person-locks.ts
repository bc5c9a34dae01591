import { backOff } from '@groundswell/platform';
import type { Database, Session } from '@groundswell/platform/database';

/** One person's work is done one after the other, in this process and across all that share the database. */
export interface PersonLocks {
  /**
   * Runs work once nobody else works for the person. Its signal aborts with the given one, and when the connection
   * that holds the lock is lost: from then on somebody else may be at it.
   */
  run<Result>(
    userId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

/** The connection that holds the locks. It is asked one thing at a time. */
interface Keeper {
  readonly ask: <Row extends object>(text: string, name: string) => Promise<Row[]>;
  readonly lost: AbortSignal;
  readonly close: Session['close'];
}

/** Milliseconds between two attempts to take a lock that somebody else holds, at first and at most. */
const pauses = { first: 20, most: 500 };

const openKeeper = async (database: Database): Promise<Keeper> => {
  const session = await database.session();
  const lost = new AbortController();
  void session.lost.then((fault) => lost.abort(fault));
  let last: Promise<unknown> = Promise.resolve();
  return {
    lost: lost.signal,
    ask<Row extends object>(text: string, name: string) {
      const answer = last.then(() => session.query<Row>(text, [name]));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => session.close(),
  };
};

const lockStatement = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS mine';
const unlockStatement = 'SELECT pg_advisory_unlock(hashtextextended($1, 0))';

/** Advisory locks, all held by one connection: it costs no more, however many work at once. */
export const openPersonLocks = (database: Database): PersonLocks => {
  const tails = new Map<string, Promise<unknown>>();
  let keeper: Promise<Keeper> | undefined;

  const kept = async (): Promise<Keeper> => {
    keeper ??= openKeeper(database);
    try {
      const found = await keeper;
      if (!found.lost.aborted) return found;
    } catch (fault) {
      keeper = undefined;
      throw fault;
    }
    keeper = undefined;
    return kept();
  };

  const take = async ({ ask, lost }: Keeper, name: string, signal: AbortSignal): Promise<void> => {
    const pausing = backOff(pauses);
    for (;;) {
      signal.throwIfAborted();
      lost.throwIfAborted();
      const [answer] = await ask<{ mine: boolean }>(lockStatement, name);
      if (answer?.mine) return;
      await pausing.wait(AbortSignal.any([signal, lost]));
    }
  };

  const locked = async <Result>(
    userId: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const name = `money of ${userId}`;
    const found = await kept();
    await take(found, name, signal);
    try {
      return await work(AbortSignal.any([signal, found.lost]));
    } finally {
      // A connection that is gone has let go of the lock by itself.
      await found.ask(unlockStatement, name).catch(() => undefined);
    }
  };

  return {
    run(userId, signal, work) {
      const before = tails.get(userId) ?? Promise.resolve();
      const mine = before.then(() => locked(userId, signal, work));
      const tail = mine.catch(() => undefined);
      tails.set(userId, tail);
      void tail.then(() => tails.get(userId) === tail && tails.delete(userId));
      return mine;
    },
    async close() {
      const found = await keeper?.catch(() => undefined);
      await found?.close().catch(() => undefined);
    },
  };
};
