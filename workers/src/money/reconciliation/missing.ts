import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { isUnderWay } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import type { Discrepancy } from './discrepancies.js';

/**
 * Transfers in progress that the broker's list, read after the account, does not show. Recently accepted ones are
 * skipped, since the list may not have them yet. While such a transfer exists, the cash is never compared, so
 * nothing else would reveal it.
 */
export const missingIn = (
  { state, events }: LoadedAccount,
  list: readonly MadeTransfer[],
  takenBefore: Date,
): Discrepancy[] => {
  const shown = new Set(list.map(({ id }) => id));
  const isTakenBefore = (transferId: string): boolean =>
    events.some(
      ({ type, data, metadata }) =>
        type === 'TransferAccepted' &&
        data.transferId === transferId &&
        new Date(metadata.occurredAt) < takenBefore,
    );
  return [...state.transfers.values()].flatMap((transfer) => {
    const { id, brokerTransferId } = transfer;
    const isMissing = brokerTransferId !== undefined && isUnderWay(transfer) && !shown.has(brokerTransferId);
    const reason = `The broker accepted this transfer as ${brokerTransferId} but no longer shows it. Ask the broker what happened to it.`;
    return isMissing && isTakenBefore(id) ? [{ id, reason }] : [];
  });
};
