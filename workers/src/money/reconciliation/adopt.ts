import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { mayBeAtBroker } from '@groundswell/domain/money';
import { tellJob } from '../../shared/jobs.js';
import type { AccountDesk } from '../account-desk.js';
import type { MoneyDependencies } from '../dependencies.js';
import { jobActor } from '../steps/set-back.js';
import { stepIdOf } from '../steps/step.js';
import { pairsInDoubt } from '../transfers/requests.js';
import { knownStrangers } from '../transfers/strangers.js';

/**
 * Adopts transfers at the broker that nothing else explains, for our transfers of unknown outcome, including
 * those that an operator has decided since: what the broker has counts. Their jobs end with it.
 * @param list read after the events that it may show were written
 */
export const adoptStrangers = async (
  dependencies: MoneyDependencies,
  desk: AccountDesk,
  userId: string,
  list: readonly MadeTransfer[],
): Promise<void> => {
  const { eventStore, log, newId, now } = dependencies;
  const loaded = await desk.read(userId);
  const open = [...loaded.state.transfers.values()].some(mayBeAtBroker);
  if (!open || loaded.revision === 'no_stream') return;
  const strangers = await knownStrangers(dependencies.store, list);
  const shown = list.filter(({ id }) => !strangers.has(id));
  const pairs = pairsInDoubt(loaded, shown);
  const adopted = pairs.map(([{ id: transferId }, { id: brokerTransferId, status }]) => ({
    type: 'RecordTransferAccepted' as const,
    ...{ transferId, brokerTransferId, status, listed: true as const },
  }));
  if (adopted.length === 0) return;
  // The list may show something requested since: the next comparison decides.
  const { revision } = loaded;
  if (!(await desk.report(userId, () => adopted, { revision, known: loaded }))) return;
  for (const { transferId, brokerTransferId } of adopted) {
    log.warn(
      { userId, transferId, brokerTransferId },
      'a transfer of unknown outcome was found at the broker',
    );
    const jobId = stepIdOf({ kind: 'submit-transfer', entityId: transferId });
    const context = { commandId: newId(), actor: jobActor, occurredAt: now().toISOString() };
    await tellJob(eventStore, jobId, { type: 'FinishJob' }, context, dependencies);
  }
};
