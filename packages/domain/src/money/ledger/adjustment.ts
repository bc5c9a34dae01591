import { type CashCause, isRefusal, moneyOf, type ReconciliationEvent, refuse } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import { decideByTwo, decided, proposed } from '../proposals.js';
import type { TradingAccount } from '../state.js';
import { mayBeContradicted } from '../transfer/doubt.js';
import { isUnderWay } from '../transfer/status.js';
import { openDifference } from './difference.js';
import { adjustmentPostings, totalOf } from './ledger.js';

type Adjustment = Extract<ReconciliationEvent, { type: 'CashAdjusted' | 'CashAdjustmentProposed.v2' }>;

/** Identifies a decision: the second operator has to make exactly the same one. */
const keyOf = ({ cents, cause, brokerCash, ledgerCash }: Adjustment['data']): string =>
  ['cash', cents, cause, brokerCash, ledgerCash].join(' ');

/** The whole difference and nothing else: any other number would be the operator's, not the broker's. */
const mismatch = (cents: bigint, account: TradingAccount): string | undefined => {
  const open = openDifference(account);
  if (typeof open === 'string') return open;
  if (cents === open) return undefined;
  const [broker, ledger] = [account.cash + open, account.cash].map(moneyOf);
  return `The broker has ${broker}, the ledger ${ledger}. The adjustment must be exactly ${moneyOf(open)}.`;
};

/** Causes that may stand for money of a transfer that operators ended; what the broker charges and pays does not. */
const mayBeEnded: ReadonlySet<CashCause> = new Set(['transfer', 'correction']);

/**
 * Operators ended a transfer of exactly this amount. Adjusted, it would count twice once the broker shows it. That its money
 * moved is right for the cash even where another one of this amount has moved: the ledger then has the amount once.
 */
const endedLike = ({ cents, cause }: Of<'AdjustCash'>, { transfers }: TradingAccount): string | undefined => {
  if (!mayBeEnded.has(cause)) return undefined;
  const ended = [...transfers.values()].find(
    (transfer) =>
      mayBeContradicted(transfer) &&
      cents === (transfer.direction === 'incoming' ? transfer.amount : -transfer.amount),
  );
  return (
    ended &&
    `Operators have ended transfer ${ended.id}, which has this amount. Run \`transfer resolve\` for it with --outcome=moved: an adjustment would count twice once the broker shows it.`
  );
};

/** Reaches the ledger once a second operator makes the decision that the first one proposed. */
export const decideAdjustment = (command: Of<'AdjustCash'>, account: TradingAccount): Outcome => {
  const { cents, cause, ...vote } = command;
  if ([...account.transfers.values()].some(isUnderWay))
    return refuse('MoneyUnderWay', 'This person has a pending transfer, which may explain the difference.');
  const why = mismatch(cents, account) ?? endedLike(command, account);
  if (why !== undefined || !account.difference) return refuse('CashDifferenceNotClosed', why);
  const data = { cents: Number(cents), cause, ...account.difference, by: vote.by };
  const voted = decideByTwo(account, keyOf(data), vote);
  if (isRefusal(voted)) return voted;
  return voted === 'confirmed'
    ? [{ type: 'CashAdjusted', data }]
    : [{ type: 'CashAdjustmentProposed.v2', data: { ...data, ...voted } }];
};

/** A decided adjustment moves the cash. The next comparison shows whether the difference is closed. */
export const evolveAdjustment = (account: TradingAccount, { type, data }: Adjustment): TradingAccount => {
  const key = keyOf(data);
  return type === 'CashAdjustmentProposed.v2'
    ? { ...account, proposals: proposed(account.proposals, key, data) }
    : {
        ...account,
        proposals: decided(account.proposals, key),
        cash: account.cash + totalOf(adjustmentPostings(data.cents), 'cash'),
      };
};
