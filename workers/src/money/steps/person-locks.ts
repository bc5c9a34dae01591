import { backOff, createTurns, type Pausing } from '@groundswell/platform';
import type { Owner } from '@groundswell/platform/read-store';

/** Serializes the work on each person, in this process and across all processes that share the database. */
export interface PersonLocks {
  /**
   * Runs work once no one else works on the person. Its signal aborts when the process shuts down, and when
   * the connection that holds the lock is lost: another process may then be at work.
   */
  run<Result>(userId: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** The connection that holds the locks. It runs one query at a time. */
interface Keeper {
  readonly ask: <Answer>(question: (owner: Owner) => Promise<Answer>) => Promise<Answer>;
  /** Aborts when the connection is lost, and when the process gives up. */
  readonly ended: AbortSignal;
  readonly close: () => Promise<void>;
}

/** Milliseconds between two attempts to take a lock, at first and at most. */
const pauses = { first: 20, most: 500 };

const openKeeper = async (openOwner: () => Promise<Owner>, givenUp: AbortSignal): Promise<Keeper> => {
  const owner = await openOwner();
  const lost = new AbortController();
  void owner.lost.then((fault) => lost.abort(fault));
  let last: Promise<unknown> = Promise.resolve();
  return {
    // One signal for all work over this connection: creating each costs as much as a statement.
    ended: AbortSignal.any([givenUp, lost.signal]),
    ask(question) {
      const answer = last.then(() => question(owner));
      last = answer.catch(() => undefined);
      return answer;
    },
    close: () => owner.close(),
  };
};

/**
 * Locks held by one connection, whose cost does not depend on how many people are worked on.
 * @param givenUp aborts when the process abandons its work in progress
 */
export const openPersonLocks = (
  openOwner: () => Promise<Owner>,
  givenUp: AbortSignal,
  { random, pause }: Pausing = {},
): PersonLocks => {
  const inTurn = createTurns();
  let keeper: Promise<Keeper> | undefined;

  const kept = async (): Promise<Keeper> => {
    keeper ??= openKeeper(openOwner, givenUp);
    try {
      const found = await keeper;
      if (givenUp.aborted || !found.ended.aborted) return found;
    } catch (fault) {
      keeper = undefined;
      throw fault;
    }
    keeper = undefined;
    return kept();
  };

  const take = async ({ ask, ended }: Keeper, name: string): Promise<void> => {
    const pausing = backOff({ ...pauses, random, pause });
    for (;;) {
      ended.throwIfAborted();
      if (await ask((owner) => owner.tryOwn(name))) return;
      await pausing.wait(ended);
    }
  };

  const locked = async <Result>(
    userId: string,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const name = `money of ${userId}`;
    const found = await kept();
    await take(found, name);
    try {
      return await work(found.ended);
    } finally {
      // A closed connection has released the lock already.
      await found.ask((owner) => owner.letGo(name)).catch(() => undefined);
    }
  };

  return {
    run: (userId, work) => inTurn(userId, () => locked(userId, work)),
    async close() {
      const found = await keeper?.catch(() => undefined);
      await found?.close().catch(() => undefined);
    },
  };
};
