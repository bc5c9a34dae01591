import { centsOf, moneyOf, type ReconciliationEvent, refuse } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { TradingAccount } from '../state.js';
import { isUnderWay } from '../transfer/status.js';
import { adjustmentPostings, totalOf } from './ledger.js';

type Adjustment = Extract<ReconciliationEvent, { type: 'CashAdjusted' | 'CashAdjustmentProposed' }>;

/** Identifies a decision: the second operator has to make exactly the same one. */
const keyOf = ({ cents, cause, brokerCash, ledgerCash }: Adjustment['data']): string =>
  ['cash', cents, cause, brokerCash, ledgerCash].join(' ');

/** The whole difference and nothing else: any other number would be the operator's, not the broker's. */
const mismatch = (cents: bigint, { cash, difference }: TradingAccount): string | undefined => {
  if (!difference) return 'The broker’s cash and the ledger’s matched when they were last compared.';
  if (centsOf(difference.ledgerCash) !== cash)
    return 'The ledger has changed since the last comparison. Wait for the next one.';
  const open = centsOf(difference.brokerCash) - cash;
  return cents === open
    ? undefined
    : `The broker has ${difference.brokerCash}, the ledger ${difference.ledgerCash}: only ${moneyOf(open)} closes that.`;
};

/** Reaches the ledger once a second operator makes the decision that the first one proposed. */
export const decideAdjustment = (
  { cents, cause, by }: Of<'AdjustCash'>,
  account: TradingAccount,
): Outcome => {
  if ([...account.transfers.values()].some(isUnderWay))
    return refuse('MoneyUnderWay', 'This person has a pending transfer, which may explain the difference.');
  const why = mismatch(cents, account);
  if (why !== undefined || !account.difference) return refuse('CashDifferenceNotClosed', why);
  const data = { cents: Number(cents), cause, ...account.difference, by };
  const proposedBy = account.proposals[keyOf(data)];
  if (proposedBy === undefined) return [{ type: 'CashAdjustmentProposed', data }];
  return proposedBy === by ? refuse('SecondOperatorNeeded') : [{ type: 'CashAdjusted', data }];
};

/** A decided adjustment moves the cash. The next comparison shows whether the difference is closed. */
export const evolveAdjustment = (account: TradingAccount, { type, data }: Adjustment): TradingAccount => {
  const { [keyOf(data)]: _decided, ...others } = account.proposals;
  return type === 'CashAdjustmentProposed'
    ? { ...account, proposals: { ...others, [keyOf(data)]: data.by } }
    : {
        ...account,
        proposals: others,
        cash: account.cash + totalOf(adjustmentPostings(data.cents), 'cash'),
      };
};
