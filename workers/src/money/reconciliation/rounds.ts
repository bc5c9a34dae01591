import { openWaker } from '@groundswell/platform';
import { eachAtOnce } from '../../shared/at-once.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { openComparison } from './comparison.js';

/**
 * Number of people compared at a time. This and the size of a round are limited because the broker's rate limit is
 * mainly for transfers.
 */
const peopleAtOnce = 4;
const mostInRound = 100;

export interface Rounds {
  /** Compares a person as soon as possible. */
  ask(userId: string): void;
  /** Starts a round now. */
  begin(): void;
  /** Runs rounds until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Compares people with the broker: requested people at once; the others round by round.
 * @param isFollowing whether the log is the one that was read: with an older one, what it has forgotten would
 * look like someone else's
 */
export const openRounds = (
  dependencies: MoneyDependencies,
  desk: AccountDesk,
  isFollowing: () => boolean,
): Rounds => {
  const { store, settings, log, now, monotonic, pause } = dependencies;
  const { reconcileEvery: every, reconcileAllEvery: allEvery } = settings;
  const asked = new Set<string>();
  const comparison = openComparison(dependencies, desk);
  const waker = openWaker(pause);
  let lastRound = Number.NEGATIVE_INFINITY;

  const compare = async (userId: string, signal: AbortSignal): Promise<void> => {
    if (isFollowing()) await comparison.compare(userId, signal);
    else asked.add(userId);
  };

  const goRound = async (startedAt: Date, signal: AbortSignal): Promise<void> => {
    if (!isFollowing()) return;
    const people = [...asked];
    asked.clear();
    await eachAtOnce(people, peopleAtOnce, (userId) => compare(userId, signal));
    if (monotonic() - lastRound < every) return;
    lastRound = monotonic();
    const again = comparison.waiting();
    const turns = await store.peopleToReconcile({ now: now(), startedAt, every, allEvery }, mostInRound);
    const next = new Set([...again.slice(0, mostInRound), ...turns]);
    await eachAtOnce([...next], peopleAtOnce, (userId) => compare(userId, signal));
  };

  return {
    ask(userId) {
      asked.add(userId);
      waker.wake();
    },
    begin() {
      lastRound = Number.NEGATIVE_INFINITY;
      waker.wake();
    },
    run(signal) {
      const startedAt = now();
      return waker.loop(signal, Math.min(every, settings.sweepEvery), async () => {
        try {
          await goRound(startedAt, signal);
        } catch (fault) {
          if (!signal.aborted) log.error({ err: fault }, 'a round of comparing with the broker failed');
        }
      });
    },
  };
};
