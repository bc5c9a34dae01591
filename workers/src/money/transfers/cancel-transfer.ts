import { BrokerError } from '@groundswell/broker';
import { reportsOfTransfers } from '../reconciliation/reports.js';
import { StepFailed } from '../steps/failure.js';
import { brokerAccountOf, type StepEnd, type Work } from '../steps/work.js';
import { keepWordsOf } from '../words/keep-words.js';

/**
 * Asks the broker to cancel a transfer. Asking twice does no harm; the list shows the outcome, also when the
 * broker answered that it was too late, or did not answer.
 */
export const cancelTransfer = async (work: Work, transferId: string): Promise<StepEnd> => {
  const { dependencies, desk, userId, loaded, signal } = work;
  const accountId = brokerAccountOf(work);
  const brokerTransferId = loaded.state.transfers.get(transferId)?.brokerTransferId;
  if (brokerTransferId === undefined) throw new Error(`transfer ${transferId} is not at the broker`);
  const { transfers } = dependencies.broker;
  const fault = await transfers.cancel(accountId, brokerTransferId, signal).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (fault !== undefined && !(fault instanceof BrokerError)) throw fault;
  const list = await transfers.list(accountId, signal);
  await keepWordsOf(dependencies, userId, loaded.state, reportsOfTransfers(loaded.state, list));
  const moved = await desk.report(userId, (account) => reportsOfTransfers(account, list));
  const status = (await desk.read(userId)).state.transfers.get(transferId)?.status;
  if (moved || status !== 'requested') return 'done';
  throw fault ?? new StepFailed('The broker accepted the cancellation, but the transfer is unchanged.');
};
