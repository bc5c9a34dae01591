import { isRefusal, moneyOf, refuse, type TransferDecision } from '@groundswell/contracts';
import { openDifference } from '../ledger/difference.js';
import { postingsOf, totalOf } from '../ledger/ledger.js';
import type { Of, Outcome } from '../outcome.js';
import { decideByTwo } from '../proposals.js';
import type { TradingAccount, Transfer } from '../state.js';
import { keyOfDecision, mayBeAtBroker, mayBeContradicted, voidedCode } from './doubt.js';
import { settledBy } from './report.js';
import { resolveNotMade } from './resolve.js';
import { isUnderWay } from './status.js';

const size = (cents: bigint): bigint => (cents < 0n ? -cents : cents);

/** For operators: why a difference of the cash cannot be this money; undefined when it brings the ledger nearer to the broker. */
const whyNotMissing = (transfer: Transfer, account: TradingAccount): string | undefined => {
  const open = openDifference(account);
  if (typeof open === 'string') return open;
  const money = totalOf(postingsOf('TransferSettled', transfer), 'cash');
  if (size(open - money) < size(open)) return undefined;
  const [broker, ledger] = [account.cash + open, account.cash].map(moneyOf);
  return `The broker has ${broker}, the ledger ${ledger}: the ${moneyOf(money)} of this transfer can’t explain that.`;
};

/**
 * One that operators ended has moved money only if the broker's cash differs from a ledger that is still the same, and by less once
 * it counts; a fee may have come with it. Without an id it still takes the one that the broker shows later, which then counts no more.
 */
const moved = (transfer: Transfer, account: TradingAccount): Outcome => {
  if (transfer.brokerTransferId !== undefined && isUnderWay(transfer)) return settledBy(transfer, null);
  if (!mayBeContradicted(transfer)) return refuse('TransferNotInDoubt');
  const why = whyNotMissing(transfer, account);
  return why === undefined ? settledBy(transfer, null) : refuse('TransferNotInDoubt', why);
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
