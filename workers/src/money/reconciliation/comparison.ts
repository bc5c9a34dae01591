import { BrokerError, orAborted, withinTime } from '@groundswell/broker';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { noteDiscrepancies } from './discrepancies.js';
import { reconcileWithBroker } from './reconcile.js';
import { openSecondLook } from './second-look.js';

/**
 * A comparison is abandoned after this many times the limit of one call: it makes four calls, each repeated.
 */
const mostTimeouts = 30;

/** Comparing one person with the broker. */
export interface Comparison {
  /** Whatever one comparison waits for, the others continue, so that a round ends in time. */
  compare(userId: string, signal: AbortSignal): Promise<void>;
  /** People whose cash needs a second comparison. */
  waiting(): readonly string[];
}

export const openComparison = (dependencies: MoneyDependencies, desk: AccountDesk): Comparison => {
  const { store, settings, log, now, alarm } = dependencies;
  const looks = { missing: openSecondLook(), cash: openSecondLook() };

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

  return {
    async compare(userId, signal) {
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
    },
    waiting: () => looks.cash.waiting(),
  };
};
