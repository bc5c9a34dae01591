import { centsOf, type TransferEvent } from '@groundswell/contracts';
import { withEntry } from '../layered-map.js';
import { postingsOf, totalOf } from '../ledger/ledger.js';
import { decided, proposed } from '../proposals.js';
import type { TradingAccount, Transfer } from '../state.js';
import { keyOfDecision, resolvedCode, voidedCode } from './doubt.js';

const requested = (data: Extract<TransferEvent, { type: 'TransferRequested' }>['data']): Transfer => ({
  id: data.transferId,
  bankLinkId: data.bankLinkId,
  direction: data.direction,
  amount: centsOf(data.amount),
  tradingDay: data.tradingDay,
  status: 'requested',
  submitting: false,
  attempts: 0,
  unknown: false,
  doubted: false,
  brokerTransferId: undefined,
  matchedId: undefined,
  cancellationRequested: false,
  settled: false,
  heldUntil: undefined,
});

/** Operators decided about an attempt with an unknown outcome. */
const isResolved = (
  { data }: Extract<TransferEvent, { type: 'TransferRefused' }>,
  { submitting }: Transfer,
): boolean => submitting && data.code === resolvedCode;

const changeOf = (event: TransferEvent, before: Transfer): Partial<Transfer> => {
  switch (event.type) {
    case 'TransferRequested':
    case 'TransferDecisionProposed.v2':
    case 'TransferDecisionConfirmed.v2':
      return {};
    case 'TransferSubmissionStarted':
      // One that was matched may be here again: what it was matched with has moved no money.
      return {
        ...{ submitting: true, attempts: event.data.attempt, unknown: false },
        ...{ status: 'requested', brokerTransferId: undefined },
      };
    case 'TransferSubmissionFailed.v2':
      // Absence from a list proves nothing: the outcome of such an attempt is unknown.
      return event.data.evidence === 'not listed' ? { doubted: true } : { submitting: false };
    case 'TransferOutcomeUnknown':
      return { unknown: true };
    case 'TransferMatched':
      return { matchedId: event.data.brokerTransferId };
    case 'TransferUnmatched':
      return { brokerTransferId: undefined, doubted: true };
    case 'TransferAccepted':
      return { submitting: false, brokerTransferId: event.data.brokerTransferId, matchedId: undefined };
    case 'TransferRefused':
      return { submitting: false, status: 'refused', doubted: before.doubted || isResolved(event, before) };
    case 'TransferCancellationRequested':
      return { cancellationRequested: true };
    case 'TransferSent':
      return { status: 'sent' };
    case 'TransferSettled':
      return { status: 'settled', settled: true, heldUntil: event.data.heldUntil ?? undefined };
    case 'TransferReleased':
      return { status: 'available', heldUntil: undefined };
    case 'TransferCanceled.v2': {
      const isVoided = event.data.reason === voidedCode;
      return {
        status: 'canceled',
        submitting: false,
        doubted: isVoided || before.doubted || before.submitting,
      };
    }
    case 'TransferRejected':
      return { status: 'refused' };
    case 'TransferReturned':
      return { status: 'returned', settled: false, heldUntil: undefined };
  }
};

const proposalsAfter = (
  proposals: TradingAccount['proposals'],
  event: TransferEvent,
): TradingAccount['proposals'] => {
  if (event.type === 'TransferDecisionProposed.v2')
    return proposed(proposals, keyOfDecision(event.data), event.data);
  return event.type === 'TransferDecisionConfirmed.v2'
    ? decided(proposals, keyOfDecision(event.data))
    : proposals;
};

/** Updates the transfer, and the cash if the event moves money. */
export const evolveTransfer = (account: TradingAccount, event: TransferEvent): TradingAccount => {
  const { transferId } = event.data;
  const transfer =
    event.type === 'TransferRequested' ? requested(event.data) : account.transfers.get(transferId);
  if (!transfer) return account;
  return {
    ...account,
    proposals: proposalsAfter(account.proposals, event),
    cash: account.cash + totalOf(postingsOf(event.type, transfer), 'cash'),
    transfers: withEntry(account.transfers, transferId, { ...transfer, ...changeOf(event, transfer) }),
  };
};
