import { streamOf } from '@groundswell/contracts';
import type { explainTransfer } from '@groundswell/domain/job';
import { readJob, tellJob } from '../../shared/jobs.js';
import type { MoneyDependencies } from '../dependencies.js';
import { jobActor } from '../steps/set-back.js';

/** Something that no worker can resolve: someone has to ask the broker. */
export interface Discrepancy {
  /** Id of the transfer, assigned by the side that has it, or of the person whose account it is about. */
  readonly id: string;
  /** For operators: what is wrong, and what to do about it. */
  readonly reason: string;
}

/**
 * What an operator has to do: find out about a transfer that the broker no longer shows or that does not end,
 * explain one that no one requested here, have an account opened, or find out why it cannot be compared.
 */
type Kind = 'find transfer' | typeof explainTransfer | 'open account' | 'compare account';

/** Id of the job about a discrepancy. */
export const discrepancyJob = (kind: Kind, id: string): string => `${kind.replaceAll(' ', '-')}.${id}`;

interface Noted {
  readonly kind: Kind;
  /** Discrepancies reported to operators. */
  readonly told: readonly Discrepancy[];
  /** Ids of all existing discrepancies: the job of any other is settled. */
  readonly open: readonly string[];
}

/**
 * Parks a job for each discrepancy of a kind that operators are told about, and ends those that are settled.
 * A job that an operator dropped stays dropped. @throws EventStoreError
 */
export const noteDiscrepancies = async (
  dependencies: MoneyDependencies,
  userId: string,
  { kind, told, open }: Noted,
): Promise<void> => {
  const { eventStore, store, log, now, newId } = dependencies;
  const context = () => ({ commandId: newId(), actor: jobActor, occurredAt: now().toISOString() });
  const prefix = discrepancyJob(kind, '');
  const isOpen = new Set(open.map((id) => discrepancyJob(kind, id)));
  for (const { id, state } of await store.jobsOf(userId)) {
    if (id.startsWith(prefix) && state !== 'dropped' && !isOpen.has(id))
      await tellJob(eventStore, id, { type: 'FinishJob' }, context(), dependencies);
  }
  for (const { id, reason } of told) {
    const jobId = discrepancyJob(kind, id);
    if ((await readJob(eventStore, jobId))?.state === 'dropped') continue;
    const subject = streamOf('tradingAccount', userId);
    const parking = { type: 'ParkJob', jobId, kind, subject, reason } as const;
    if (await tellJob(eventStore, jobId, parking, context(), dependencies))
      log.error({ userId, jobId, reason }, 'an operator has to ask the broker about an account');
  }
};
