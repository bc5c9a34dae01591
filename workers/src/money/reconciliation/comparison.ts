import { BrokerError, orAborted, withinTime } from '@groundswell/broker';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { failingSince } from '../steps/back-off.js';
import { reasonOf } from '../steps/failure.js';
import { discrepancyJob, noteDiscrepancies } from './discrepancies.js';
import { reconcileWithBroker } from './reconcile.js';
import { openSecondLook } from './second-look.js';

/**
 * A comparison is abandoned after this many times the limit of one call: it makes four calls, each repeated.
 */
const mostTimeouts = 30;

/** Operators are told of a person who could not be compared for this long. The broker is away for less. */
const longestUncompared = 6 * 3_600_000;

/** Comparing one person with the broker. */
export interface Comparison {
  /** Whatever one comparison waits for, the others continue, so that a round ends in time. */
  compare(userId: string, signal: AbortSignal): Promise<void>;
  /** People whose cash needs a second comparison. */
  waiting(): readonly string[];
}

const kind = 'compare account';
const idOf = (userId: string): string => discrepancyJob(kind, userId);

const notePassed = async (dependencies: MoneyDependencies, userId: string): Promise<void> => {
  await dependencies.store.forgetTrouble(idOf(userId));
  await noteDiscrepancies(dependencies, userId, { kind, told: [], open: [] });
};

const noteFailed = async (dependencies: MoneyDependencies, userId: string, fault: unknown): Promise<void> => {
  const { store, now } = dependencies;
  const [stepId, failedAt] = [idOf(userId), now()];
  // Their turn ends here and comes again with the others', so that they hold up no one else.
  await store.noteReconciled(userId, failedAt, undefined);
  const before = (await store.troublesOf(userId)).get(stepId);
  const since = failingSince(before?.since, failedAt);
  const failures = (before?.failures ?? 0) + 1;
  const parked = failedAt.getTime() - since.getTime() >= longestUncompared;
  await store.noteTrouble(userId, { stepId, since, failures, nextAt: failedAt, parked }, reasonOf(fault));
  if (!parked) return;
  const reason = `We haven’t been able to compare this person with the broker since ${since.toISOString()}. ${reasonOf(fault)}`;
  await noteDiscrepancies(dependencies, userId, { kind, told: [{ id: userId, reason }], open: [userId] });
};

export const openComparison = (dependencies: MoneyDependencies, desk: AccountDesk): Comparison => {
  const { settings, log, alarm } = dependencies;
  const looks = { missing: openSecondLook(), cash: openSecondLook() };

  const comparePerson = async (userId: string, signal: AbortSignal): Promise<void> => {
    await reconcileWithBroker(dependencies, desk, looks, userId, signal);
    await notePassed(dependencies, userId);
  };

  return {
    async compare(userId, signal) {
      try {
        const work = (either: AbortSignal) => orAborted(comparePerson(userId, either), either);
        await withinTime(settings.timeout * mostTimeouts, signal, work, alarm);
      } catch (fault) {
        if (signal.aborted) return;
        await noteFailed(dependencies, userId, fault).catch(() => undefined);
        const about =
          fault instanceof BrokerError ? { kind: fault.kind, status: fault.status } : { err: fault };
        log.warn({ userId, ...about }, 'a person could not be compared with the broker');
      }
    },
    waiting: () => looks.cash.waiting(),
  };
};
