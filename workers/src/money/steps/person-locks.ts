import { backOff, type Pausing } from '@groundswell/platform';
import type { LockSession } from './lock-session.js';

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
  readonly ask: <Answer>(question: (session: LockSession) => Promise<Answer>) => Promise<Answer>;
  readonly lost: AbortSignal;
  readonly close: () => Promise<void>;
}

/** Milliseconds between two attempts to take a lock that somebody else holds, at first and at most. */
const pauses = { first: 20, most: 500 };

const openKeeper = async (openSession: () => Promise<LockSession>): Promise<Keeper> => {
  const session = await openSession();
  const lost = new AbortController();
  void session.lost.then((fault) => lost.abort(fault));
  let last: Promise<unknown> = Promise.resolve();
  return {
    lost: lost.signal,
    ask(question) {
      const answer = last.then(() => question(session));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => session.close(),
  };
};

/** Locks that are all held by one connection: it costs no more, however many work at once. */
export const openPersonLocks = (
  openSession: () => Promise<LockSession>,
  { random, pause }: Pausing = {},
): PersonLocks => {
  const tails = new Map<string, Promise<unknown>>();
  let keeper: Promise<Keeper> | undefined;

  const kept = async (): Promise<Keeper> => {
    keeper ??= openKeeper(openSession);
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
    const pausing = backOff({ ...pauses, random, pause });
    for (;;) {
      signal.throwIfAborted();
      lost.throwIfAborted();
      if (await ask((session) => session.tryLock(name))) return;
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
      await found.ask((session) => session.unlock(name)).catch(() => undefined);
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
