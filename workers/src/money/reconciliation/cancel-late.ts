import { BrokerError, type Transfer as MadeTransfer } from '@groundswell/broker';
import { isMatched, statusOfTransfer, type Transfer } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import type { MoneyDependencies } from '../dependencies.js';

/** Its owner was told that it is canceled. */
const isCanceled = ({ status, cancellationRequested }: Transfer): boolean =>
  status === 'canceled' && cancellationRequested;

/** How long after an attempt the broker may still make what it asked for; includes what its clock may differ from ours. */
const longestDelay = 48 * 3_600_000;

/** One that only looks like it is canceled if it can still be what the last attempt asked for, and not someone else's. */
const mayBeOurs = ({ events }: LoadedAccount, transfer: Transfer, { createdAt }: MadeTransfer): boolean => {
  if (!isMatched(transfer)) return true;
  const attempt = events.findLast(
    ({ type, data }) => type === 'TransferSubmissionStarted' && data.transferId === transfer.id,
  );
  const startedAt = Date.parse(attempt?.metadata.occurredAt ?? '');
  return Math.abs(createdAt.getTime() - startedAt) <= longestDelay;
};

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
    [...transfers.values()].filter(isCanceled).map((transfer) => [transfer.brokerTransferId, transfer]),
  );
  for (const made of list) {
    const { id: brokerTransferId, status } = made;
    const transfer = canceled.get(brokerTransferId);
    if (!transfer || statusOfTransfer(status) !== 'requested' || !mayBeOurs(loaded, transfer, made)) continue;
    const about = { transferId: transfer.id, brokerTransferId };
    try {
      await broker.transfers.cancel(brokerAccountId, brokerTransferId, signal);
      log.warn(about, 'the broker was asked to cancel a transfer that its owner had canceled');
    } catch (fault) {
      signal.throwIfAborted();
      if (!(fault instanceof BrokerError)) throw fault;
      log.warn({ ...about, kind: fault.kind }, 'a transfer that its owner canceled is not canceled');
    }
  }
};
