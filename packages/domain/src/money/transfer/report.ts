import { refuse, type TradingAccountEvent } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import { reasonCodeOf } from '../reason.js';
import type { Transfer } from '../state.js';
import { doubtAgain, isMatched } from './doubt.js';
import { isWithoutMoney, outranks, statusOfTransfer } from './status.js';

/** What follows when the one that a transfer was matched with ends without money: one that had ended here stays so. */
const matchEnded = (transfer: Transfer, isNews: boolean): Outcome => {
  const { id: transferId, status, brokerTransferId } = transfer;
  const isOver = status === 'refused' || status === 'canceled';
  if (isOver && brokerTransferId !== undefined)
    return [{ type: 'TransferUnmatched', data: { transferId, brokerTransferId } }];
  return isNews ? doubtAgain(transfer) : [];
};

const sentBefore = ({ id: transferId, status }: Transfer): readonly TradingAccountEvent[] =>
  status === 'requested' ? [{ type: 'TransferSent', data: { transferId } }] : [];

/** Its money has moved. @param heldUntil ISO 8601, or null if unknown */
export const settledBy = (transfer: Transfer, heldUntil: string | null): readonly TradingAccountEvent[] => {
  const { id: transferId } = transfer;
  return [
    ...sentBefore(transfer),
    { type: 'TransferSettled', data: { transferId, heldUntil } },
    ...(heldUntil === null ? [{ type: 'TransferReleased' as const, data: { transferId } }] : []),
  ];
};

/**
 * The events of a broker's report. Unknown, late and repeated statuses change nothing, and skipped steps are
 * added.
 */
export const reportTransfer = (
  { transferId, status: word, reason: words, heldUntil }: Of<'ReportTransferStatus'>,
  transfer: Transfer,
): Outcome => {
  if (transfer.brokerTransferId === undefined) return refuse('TransferNotFound');
  const reason = reasonCodeOf(words);
  const status = statusOfTransfer(word);
  if (status === undefined) return [];
  const isNews = outranks(status, transfer.status);
  // What ends without money may be someone else's: the broker may still carry ours out.
  if (isMatched(transfer) && isWithoutMoney(status)) return matchEnded(transfer, isNews);
  if (!isNews) return [];
  switch (status) {
    case 'sent':
      return sentBefore(transfer);
    case 'settled':
      return settledBy(transfer, heldUntil);
    case 'canceled':
      return [{ type: 'TransferCanceled.v2', data: { transferId, reason } }];
    case 'refused':
      return [{ type: 'TransferRejected', data: { transferId, reason } }];
    case 'returned':
      return [{ type: 'TransferReturned', data: { transferId, reason } }];
    default:
      return [];
  }
};
