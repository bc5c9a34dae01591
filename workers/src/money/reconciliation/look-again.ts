import type { Transfer as MadeTransfer } from '@groundswell/broker';
import type { LoadedAccount } from '../../shared/accounts.js';
import { readJob, tellJob } from '../../shared/jobs.js';
import type { MoneyDependencies } from '../dependencies.js';
import { jobActor } from '../steps/set-back.js';
import { stepIdOf } from '../steps/step.js';
import { unclearFor } from '../transfers/requests.js';

/**
 * Has a worker look again for a transfer in doubt if its job was parked before the broker showed what may be that one: operators
 * decide by what the job says.
 * @param shown without what is known to be someone else's
 */
export const lookAgain = async (
  dependencies: MoneyDependencies,
  loaded: LoadedAccount,
  shown: readonly MadeTransfer[],
): Promise<void> => {
  const { eventStore, newId, now } = dependencies;
  const transfer = [...loaded.state.transfers.values()].find(({ submitting }) => submitting);
  const unclear = transfer ? unclearFor(loaded, transfer, shown) : [];
  if (!transfer || unclear.length === 0) return;
  const jobId = stepIdOf({ kind: 'submit-transfer', entityId: transfer.id });
  const job = await readJob(eventStore, jobId);
  if (job?.state !== 'parked' || unclear.every(({ made }) => job.reason.includes(made.id))) return;
  const context = { commandId: newId(), actor: jobActor, occurredAt: now().toISOString() };
  await tellJob(eventStore, jobId, { type: 'RetryJob' }, context, dependencies);
};
