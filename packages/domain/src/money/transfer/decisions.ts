import { centsOf, isRefusal, refuse, type TransferDecision } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import { decideByTwo } from '../proposals.js';
import type { TradingAccount, Transfer } from '../state.js';
import { keyOfDecision, mayBeAtBroker, mayBeContradicted, voidedCode } from './doubt.js';
import { settledBy } from './report.js';
import { resolveNotMade } from './resolve.js';
import { isUnderWay } from './status.js';

/**
 * One that operators ended has moved money only if the broker's cash differs from a ledger that is still the same. Without an id it
 * still takes the one that the broker shows later, which then counts no more.
 */
const moved = (transfer: Transfer, { difference, cash }: TradingAccount): Outcome => {
  const isPending = transfer.brokerTransferId !== undefined && isUnderWay(transfer);
  const differs = difference !== undefined && centsOf(difference.ledgerCash) === cash;
  const isMissed = mayBeContradicted(transfer) && differs;
  return isPending || isMissed ? settledBy(transfer, null) : refuse('TransferNotInDoubt');
};

/** What a decision does to a transfer once two operators have made it. */
const consequenceOf = (
  { kind, transferId, attempt, brokerTransferId }: TransferDecision,
  status: string,
  account: TradingAccount,
): Outcome => {
  const transfer = account.transfers.get(transferId);
  if (!transfer) return refuse('TransferNotFound');
  if (attempt !== transfer.attempts) return refuse('TransferNotInDoubt');
  if (kind === 'not made') {
    return transfer.submitting
      ? resolveNotMade({ type: 'ResolveTransferNotMade', transferId, attempt }, transfer)
      : refuse('TransferNotInDoubt');
  }
  if (kind === 'voided') {
    const isThere = transfer.brokerTransferId !== undefined && isUnderWay(transfer);
    return isThere
      ? [{ type: 'TransferCanceled.v2', data: { transferId, reason: voidedCode } }]
      : refuse('TransferNotInDoubt');
  }
  if (kind === 'moved') return moved(transfer, account);
  const isTaken = [...account.transfers.values()].some(
    (other) => other.brokerTransferId === brokerTransferId,
  );
  if (!mayBeAtBroker(transfer) || brokerTransferId === undefined || isTaken)
    return refuse('TransferNotInDoubt');
  return [{ type: 'TransferAccepted', data: { transferId, brokerTransferId, status } }];
};

/** Takes effect once a second operator makes the decision that the first one proposed. */
export const decideByOperators = (
  { decision, status, ...vote }: Of<'DecideTransfer'>,
  account: TradingAccount,
): Outcome => {
  const consequence = consequenceOf(decision, status, account);
  if (isRefusal(consequence)) return consequence;
  const voted = decideByTwo(account, keyOfDecision(decision), vote);
  if (isRefusal(voted)) return voted;
  return voted === 'confirmed'
    ? [{ type: 'TransferDecisionConfirmed.v2', data: { ...decision, by: vote.by } }, ...consequence]
    : [{ type: 'TransferDecisionProposed.v2', data: { ...decision, ...voted } }];
};
