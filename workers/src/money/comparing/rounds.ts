import { setTimeout as pause } from 'node:timers/promises';
import { BrokerError } from '@groundswell/broker';
import { eachAtOnce } from '../../shared/at-once.js';
import type { AccountDesk } from '../account-desk.js';
import { moneyBook } from '../book/money-book.js';
import type { MoneySurroundings } from '../surroundings.js';
import { compareWithBroker } from './compare.js';
import { noteCompared, peopleToCompare } from './compared.js';
import { noteDiscrepancies } from './discrepancies.js';

/** People who are compared at a time, and in one round: the broker's limit of calls is there for transfers first. */
const peopleAtOnce = 4;
const mostInRound = 100;

export interface Rounds {
  /** Has a person compared as soon as it is possible. */
  ask(userId: string): void;
  /** Has a round begun now. */
  begin(): void;
  /** Goes round until the signal ends it. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Compares people with the broker: who is asked for, at once; the others round by round.
 * @param isFollowing whether the log is the one that was read: an older one takes for somebody else's what it has forgotten
 */
export const openRounds = (
  surroundings: MoneySurroundings,
  desk: AccountDesk,
  isFollowing: () => boolean,
): Rounds => {
  const { database, settings, log, now, monotonic } = surroundings;
  const { reconcileEvery: every, compareAllEvery: allEvery } = settings;
  const asked = new Set<string>();
  /** Transfers that the last look at a person missed: one look at a bad moment is no reason to call an operator. */
  const missedBefore = new Map<string, ReadonlySet<string>>();
  let wake = new AbortController();
  let lastRound = Number.NEGATIVE_INFINITY;

  const compare = async (userId: string, signal: AbortSignal): Promise<void> => {
    if (!isFollowing()) {
      asked.add(userId);
      return;
    }
    try {
      const { missing, strangers } = await compareWithBroker(surroundings, desk, userId, signal);
      const before = missedBefore.get(userId);
      if (missing.length > 0) missedBefore.set(userId, new Set(missing.map(({ id }) => id)));
      else missedBefore.delete(userId);
      const missedTwice = missing.filter(({ id }) => before?.has(id));
      await noteDiscrepancies(surroundings, userId, 'find transfer', missedTwice);
      if (strangers) await noteDiscrepancies(surroundings, userId, 'explain transfer', strangers);
    } catch (fault) {
      if (signal.aborted) return;
      // Their turn is over: it comes again with the others', so that nobody else waits for theirs.
      await noteCompared(database, userId, now(), undefined).catch(() => undefined);
      const about =
        fault instanceof BrokerError ? { kind: fault.kind, status: fault.status } : { err: fault };
      log.warn({ userId, ...about }, 'a person could not be compared with the broker');
    }
  };

  const release = async (): Promise<void> => {
    for (const { userId, transferId } of await moneyBook.queries.releasable(database, now())) {
      await desk.tell(userId, { type: 'ReleaseTransfer', transferId });
    }
  };

  const goRound = async (startedAt: Date, signal: AbortSignal): Promise<void> => {
    if (!isFollowing()) return;
    const people = [...asked];
    asked.clear();
    await eachAtOnce(people, peopleAtOnce, (userId) => compare(userId, signal));
    await release();
    if (monotonic() - lastRound < every) return;
    lastRound = monotonic();
    const next = await peopleToCompare(database, { now: now(), startedAt, every, allEvery }, mostInRound);
    await eachAtOnce(next, peopleAtOnce, (userId) => compare(userId, signal));
  };

  return {
    ask(userId) {
      asked.add(userId);
      wake.abort();
    },
    begin() {
      lastRound = Number.NEGATIVE_INFINITY;
      wake.abort();
    },
    async run(signal) {
      const startedAt = now();
      while (!signal.aborted) {
        wake = new AbortController();
        const woken = AbortSignal.any([signal, wake.signal]);
        try {
          await goRound(startedAt, signal);
        } catch (fault) {
          if (!signal.aborted) log.error({ err: fault }, 'a round of comparing with the broker failed');
        }
        await pause(Math.min(every, settings.sweepEvery), undefined, { signal: woken }).catch(
          () => undefined,
        );
      }
    },
  };
};
