import { centsOf, type TransferEvent } from '@groundswell/contracts';
import { postingsOf, totalOf } from '../ledger/ledger.js';
import type { TradingAccount, Transfer } from '../state.js';

const requested = (data: Extract<TransferEvent, { type: 'TransferRequested' }>['data']): Transfer => ({
  id: data.transferId,
  bankLinkId: data.bankLinkId,
  direction: data.direction,
  amount: centsOf(data.amount),
  tradingDay: data.tradingDay,
  status: 'requested',
  submitting: false,
  attempts: 0,
  brokerTransferId: undefined,
  cancellationRequested: false,
  settled: false,
  heldUntil: undefined,
});

const changeOf = (event: TransferEvent): Partial<Transfer> => {
  switch (event.type) {
    case 'TransferRequested':
      return {};
    case 'TransferSubmissionStarted':
      return { submitting: true, attempts: event.data.attempt };
    case 'TransferSubmissionFailed':
      return { submitting: false };
    case 'TransferAccepted':
      return { submitting: false, brokerTransferId: event.data.brokerTransferId };
    case 'TransferRefused':
      return { submitting: false, status: 'refused' };
    case 'TransferCancellationRequested':
      return { cancellationRequested: true };
    case 'TransferSent':
      return { status: 'sent' };
    case 'TransferSettled':
      return { status: 'settled', settled: true, heldUntil: event.data.heldUntil ?? undefined };
    case 'TransferReleased':
      return { status: 'available', heldUntil: undefined };
    case 'TransferCanceled.v2':
      return { status: 'canceled' };
    case 'TransferRejected':
      return { status: 'refused' };
    case 'TransferReturned':
      return { status: 'returned', settled: false, heldUntil: undefined };
  }
};

/** Moves the transfer on, and the cash with it where the event moves money. */
export const evolveTransfer = (account: TradingAccount, event: TransferEvent): TradingAccount => {
  const { transferId } = event.data;
  const transfer =
    event.type === 'TransferRequested' ? requested(event.data) : account.transfers.get(transferId);
  if (!transfer) return account;
  return {
    ...account,
    cash: account.cash + totalOf(postingsOf(event.type, transfer), 'cash'),
    transfers: new Map(account.transfers).set(transferId, { ...transfer, ...changeOf(event) }),
  };
};
