import { BrokerError, type Transfer as MadeTransfer } from '@groundswell/broker';
import { statusOfTransfer, type TradingAccount, type Transfer } from '@groundswell/domain/money';
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
  { brokerAccountId = '', transfers }: Pick<TradingAccount, 'brokerAccountId' | 'transfers'>,
  list: readonly MadeTransfer[],
  signal: AbortSignal,
): Promise<void> => {
  const canceled = new Set(
    [...transfers.values()].filter(isCanceled).map(({ brokerTransferId }) => brokerTransferId),
  );
  for (const { id, status } of list) {
    if (!canceled.has(id) || statusOfTransfer(status) !== 'requested') continue;
    try {
      await broker.transfers.cancel(brokerAccountId, id, signal);
    } catch (fault) {
      signal.throwIfAborted();
      if (!(fault instanceof BrokerError)) throw fault;
      log.warn(
        { brokerTransferId: id, kind: fault.kind },
        'a transfer that its owner canceled is not canceled',
      );
    }
  }
};
