import { BrokerError, orAborted, withinTime } from '@groundswell/broker';
import { eachAtOnce } from '../../shared/at-once.js';
import { openWaker } from '../../shared/waker.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { noteDiscrepancies } from './discrepancies.js';
import { reconcileWithBroker } from './reconcile.js';
import { openSecondLook } from './second-look.js';

/**
 * Number of people compared at a time. This and the size of a round are limited because the broker's rate limit is
 * mainly for transfers.
 */
const peopleAtOnce = 4;
const mostInRound = 100;
/**
 * A comparison is abandoned after this many times the limit of one call: it makes four calls, each repeated.
 */
const mostTimeouts = 30;

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
  const { store, settings, log, now, monotonic, pause, alarm } = dependencies;
  const { reconcileEvery: every, reconcileAllEvery: allEvery } = settings;
  const asked = new Set<string>();
  const looks = { missing: openSecondLook(), cash: openSecondLook() };
  const waker = openWaker(pause);
  let lastRound = Number.NEGATIVE_INFINITY;

  const comparePerson = async (userId: string, signal: AbortSignal): Promise<void> => {
    const { missing, strangers } = await reconcileWithBroker(dependencies, desk, looks.cash, userId, signal);
    const missedIds = missing.map(({ id }) => id);
    const missedTwice = looks.missing.confirmed(userId, missedIds);
    await noteDiscrepancies(dependencies, userId, {
      kind: 'find transfer',
      told: missing.filter(({ id }) => missedTwice.has(id)),
      // What this process misses for the first time may have been reported by another one.
      open: missedIds,
    });
    if (strangers)
      await noteDiscrepancies(dependencies, userId, {
        kind: 'explain transfer',
        told: strangers,
        open: strangers.map(({ id }) => id),
      });
  };

  /** Whatever one comparison waits for, the others continue, so that a round ends in time. */
  const compare = async (userId: string, signal: AbortSignal): Promise<void> => {
    if (!isFollowing()) {
      asked.add(userId);
      return;
    }
    try {
      const work = (either: AbortSignal) => orAborted(comparePerson(userId, either), either);
      await withinTime(settings.timeout * mostTimeouts, signal, work, alarm);
    } catch (fault) {
      if (signal.aborted) return;
      // Their turn ends here and comes again with the others', so that they hold up no one else.
      await store.noteReconciled(userId, now(), undefined).catch(() => undefined);
      const about =
        fault instanceof BrokerError ? { kind: fault.kind, status: fault.status } : { err: fault };
      log.warn({ userId, ...about }, 'a person could not be compared with the broker');
    }
  };

  const goRound = async (startedAt: Date, signal: AbortSignal): Promise<void> => {
    if (!isFollowing()) return;
    const people = [...asked];
    asked.clear();
    await eachAtOnce(people, peopleAtOnce, (userId) => compare(userId, signal));
    if (monotonic() - lastRound < every) return;
    lastRound = monotonic();
    const again = looks.cash.waiting();
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
