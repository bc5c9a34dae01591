import { isRefusal, refuse, type TransferDecision } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { TradingAccount } from '../state.js';
import { keyOfDecision, mayBeAtBroker } from './doubt.js';
import { resolveNotMade } from './resolve.js';
import { isUnderWay } from './status.js';

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
      ? [{ type: 'TransferCanceled.v2', data: { transferId, reason: 'voided' } }]
      : refuse('TransferNotInDoubt');
  }
  const isTaken = [...account.transfers.values()].some(
    (other) => other.brokerTransferId === brokerTransferId,
  );
  if (!mayBeAtBroker(transfer) || brokerTransferId === undefined || isTaken)
    return refuse('TransferNotInDoubt');
  return [{ type: 'TransferAccepted', data: { transferId, brokerTransferId, status } }];
};

/** Takes effect once a second operator makes the decision that the first one proposed. */
export const decideByOperators = (
  { decision, status, by }: Of<'DecideTransfer'>,
  account: TradingAccount,
): Outcome => {
  const consequence = consequenceOf(decision, status, account);
  if (isRefusal(consequence)) return consequence;
  const proposedBy = account.proposals[keyOfDecision(decision)];
  if (proposedBy === undefined) return [{ type: 'TransferDecisionProposed', data: { ...decision, by } }];
  if (proposedBy === by) return refuse('SecondOperatorNeeded');
  return [{ type: 'TransferDecisionConfirmed', data: { ...decision, by } }, ...consequence];
};
