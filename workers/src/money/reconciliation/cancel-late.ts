import { BrokerError, type Transfer as MadeTransfer } from '@groundswell/broker';
import { statusOfTransfer, type Transfer } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import type { MoneyDependencies } from '../dependencies.js';

/** Its owner was told that it is canceled. */
const isCanceled = ({ status, cancellationRequested }: Transfer): boolean =>
  status === 'canceled' && cancellationRequested;

/**
 * Has the broker cancel what it made after its owner had canceled it and operators had decided that the broker made
 * nothing. It may be too late: then the broker refuses, and what it has counts.
 */
export const cancelLate = async (
  { broker, log }: Pick<MoneyDependencies, 'broker' | 'log'>,
  loaded: LoadedAccount,
  list: readonly MadeTransfer[],
  signal: AbortSignal,
): Promise<void> => {
  const { brokerAccountId = '', transfers } = loaded.state;
  const canceled = new Map(
    [...transfers.values()].filter(isCanceled).map((transfer) => [transfer.brokerTransferId, transfer.id]),
  );
  for (const { id: brokerTransferId, status } of list) {
    const transferId = canceled.get(brokerTransferId);
    if (transferId === undefined || statusOfTransfer(status) !== 'requested') continue;
    const about = { transferId, brokerTransferId };
    try {
      await broker.transfers.cancel(brokerAccountId, brokerTransferId, signal);
      log.warn(about, 'the broker was asked to cancel a transfer that its owner had canceled');
    } catch (fault) {
      signal.throwIfAborted();
      if (!(fault instanceof BrokerError)) throw fault;
      log.warn(
        { ...about, kind: fault.kind },
        'a transfer that its owner canceled could not be canceled at the broker',
      );
    }
  }
};
