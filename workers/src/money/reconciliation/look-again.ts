import type { Transfer as MadeTransfer } from '@groundswell/broker';
import type { LoadedAccount } from '../../shared/accounts.js';
import { readJob, tellJob } from '../../shared/jobs.js';
import type { MoneyDependencies } from '../dependencies.js';
import { jobActor } from '../steps/set-back.js';
import { stepIdOf } from '../steps/step.js';
import { type Unclear, unclearFor } from '../transfers/requests.js';

/** Whether the reason of a job names all that a transfer may be. */
export const namesAll = (reason: string, unclear: readonly Unclear[]): boolean =>
  unclear.flatMap(({ made, counted }) => [made.id, ...counted]).every((id) => reason.includes(id));

/**
 * Has a worker look again for each transfer in doubt whose job does not name all that it may be: the broker did not show it yet when
 * the job was parked, or its money was not counted yet. Operators decide by what the job says.
 * @param shown without what is known to be someone else's
 */
export const lookAgain = async (
  dependencies: MoneyDependencies,
  loaded: LoadedAccount,
  shown: readonly MadeTransfer[],
): Promise<void> => {
  const { eventStore, newId, now } = dependencies;
  for (const transfer of loaded.state.transfers.values()) {
    const unclear = transfer.submitting ? unclearFor(loaded, transfer, shown) : [];
    if (unclear.length === 0) continue;
    const jobId = stepIdOf({ kind: 'submit-transfer', entityId: transfer.id });
    const job = await readJob(eventStore, jobId);
    if (job?.state !== 'parked' || namesAll(job.reason, unclear)) continue;
    const context = { commandId: newId(), actor: jobActor, occurredAt: now().toISOString() };
    await tellJob(eventStore, jobId, { type: 'RetryJob' }, context, dependencies);
  }
};
