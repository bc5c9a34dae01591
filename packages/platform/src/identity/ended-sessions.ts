import type { IdentityChanges } from './identity-changes.js';

/** What a process knows of ended sessions without a query. */
export interface EndedSessions {
  /** Whether the database was asked recently enough for the answers to count. */
  isFresh(): boolean;
  /** Those of some sessions that have ended. @throws the database's errors when it has to be asked */
  among(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** A session that has ended. */
  add(sessionId: string): void;
  /** A session that this process is ending: until it knows how that went, the database is asked. */
  doubt(sessionId: string): void;
  /** Asks the database for all of them. */
  ask(): Promise<void>;
}

/** Milliseconds. */
export const longestUnasked = 5_000;
/** Of more ended sessions than this nothing is remembered: the database is asked for each call. */
const mostKept = 50_000;

/** @param clock milliseconds that only go forward */
export const rememberEndedSessions = (
  changes: () => Promise<IdentityChanges>,
  clock: () => number,
): EndedSessions => {
  /** Ended sessions, and when this process learned of each. */
  let ended = new Map<string, number>();
  /** When this process began to end each of them. */
  let inDoubt = new Map<string, number>();
  let askedAt = Number.NEGATIVE_INFINITY;
  const isFresh = (): boolean => clock() - askedAt <= longestUnasked;

  return {
    isFresh,
    among: async (sessionIds) =>
      isFresh() && !sessionIds.some((session) => inDoubt.has(session))
        ? new Set(sessionIds.filter((session) => ended.has(session)))
        : (await changes()).endedAmong(sessionIds),
    add(sessionId) {
      if (ended.size < 2 * mostKept) ended.set(sessionId, clock());
      else askedAt = Number.NEGATIVE_INFINITY;
    },
    doubt(sessionId) {
      inDoubt.set(sessionId, clock());
    },
    async ask() {
      const began = clock();
      const found = await (await changes()).ended(mostKept + 1);
      if (found.length > mostKept) {
        askedAt = Number.NEGATIVE_INFINITY;
        return;
      }
      // Notices that arrive during the query may not be in its answer.
      const later = [...ended].filter(([, learned]) => learned >= began);
      ended = new Map([...found.map((session) => [session, began] as const), ...later]);
      inDoubt = new Map([...inDoubt].filter(([, since]) => began - since < longestUnasked));
      askedAt = began;
    },
  };
};
