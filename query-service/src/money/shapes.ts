import {
  type bankLinkCalls,
  type cashCalls,
  moneyOf,
  type tradingAccountCalls,
  type transferCalls,
} from '@groundswell/contracts';
import { endOfTradingDay, type TransferTerms } from '@groundswell/domain/calendar';
import {
  type BankLink,
  fundsOf,
  heldOf,
  isCancelable,
  isOwnerInQuestion,
  leftOn,
  statusOfAccount,
  statusOfBankLink,
  usualLimits,
  withdrawableFrom,
} from '@groundswell/domain/money';
import type {
  AccountState,
  StoredAccount,
  StoredBankLink,
  StoredDifference,
  StoredEntry,
  StoredTransfer,
} from '@groundswell/projections';
import type { z } from 'zod';

type AnswerTo<C extends { readonly response: z.ZodType }> = z.input<C['response']>;
type Transfer = AnswerTo<typeof transferCalls.getAchTransfers>['transfers'][number];
type TransferDetail = AnswerTo<typeof transferCalls.getAchTransfer>;
type Entry = AnswerTo<typeof cashCalls.getCashActivity>['entries'][number];

/** Neither the broker nor Groundswell charges for an ACH transfer. */
const fee = moneyOf(0n);

const dollars = (cents: string): string => moneyOf(BigInt(cents));
const masked = ({ ending }: BankLink): string => `••••${ending}`;

export const toAccount = (
  stored: StoredAccount | undefined,
): AnswerTo<typeof tradingAccountCalls.getTradingAccount> => {
  if (!stored?.facts.application || !stored.requested_at || !stored.changed_at) return { account: null };
  const { application, brokerStatus, wasActive, findings } = stored.facts;
  return {
    account: {
      status: statusOfAccount({ stage: application.stage, brokerStatus, wasActive }),
      broker_status: brokerStatus ?? null,
      findings: [...findings],
      refusal: stored.refusal,
      requested_at: stored.requested_at.toISOString(),
      opened_at: stored.opened_at?.toISOString() ?? null,
      changed_at: stored.changed_at.toISOString(),
    },
  };
};

/** @param now when a wait that is over is not told of any more: the clock of a browser may be behind */
export const toBankLink = (
  { facts, reason, requested_at, account_held_until }: StoredBankLink,
  now: Date,
): AnswerTo<typeof bankLinkCalls.getAchMethods>[number] => {
  const from = withdrawableFrom({ heldUntil: account_held_until ?? undefined }, facts);
  return {
    id: facts.id,
    name: facts.accountType === 'checking' ? 'Checking account' : 'Savings account',
    account_number: masked(facts),
    account_type: facts.accountType,
    status: statusOfBankLink(facts),
    reason,
    requested_at: requested_at.toISOString(),
    withdrawable_from: from !== undefined && Date.parse(from) > now.getTime() ? from : null,
    owner_in_question: isOwnerInQuestion(facts),
  };
};

export const toTransfer = ({ facts, link, reason, ...stored }: StoredTransfer): Transfer => ({
  id: facts.id,
  direction: facts.direction,
  amount: dollars(facts.amount),
  fee,
  status: facts.status,
  reason,
  bank: { id: link.id, account_type: link.accountType, account_number: masked(link) },
  requested_at: stored.requested_at.toISOString(),
  expected_on: stored.expected_on,
  held_until: facts.heldUntil ?? null,
  in_doubt: facts.submitting,
  cancelable: isCancelable(facts),
  cancellation_requested: facts.cancellationRequested,
  had_settled: stored.steps.some(({ status }) => status === 'settled'),
});

export const toTransferDetail = (
  stored: StoredTransfer & { readonly balance_after: string | null },
): TransferDetail => ({
  ...toTransfer(stored),
  steps: stored.steps.map((step) => ({ ...step })),
  balance_after: stored.balance_after === null ? null : dollars(stored.balance_after),
});

export const toBalance = ({ account, asOf }: AccountState): AnswerTo<typeof cashCalls.getCashBalance> => {
  const funds = fundsOf(account.cash, account.transfers.values());
  return {
    cash_balance: moneyOf(funds.balance),
    pending_in: moneyOf(funds.pendingIn),
    pending_out: moneyOf(funds.pendingOut),
    available: moneyOf(funds.available),
    held: heldOf(account.transfers.values()).map(({ id, amount, heldUntil }) => ({
      transfer_id: id,
      amount: moneyOf(amount),
      until: heldUntil ?? null,
    })),
    as_of: asOf?.toISOString() ?? null,
  };
};

export const toTerms = (
  { account }: AccountState,
  { tradingDay, expectedOn, cutoff }: TransferTerms,
): AnswerTo<typeof transferCalls.getTransferTerms> => ({
  expected_on: expectedOn,
  cutoff: cutoff.toISOString(),
  trading_day: tradingDay,
  trading_day_ends: endOfTradingDay(tradingDay).toISOString(),
  fee,
  left_today: moneyOf(leftOn(account.transfers.values(), tradingDay)),
  daily_limit: moneyOf(usualLimits.centsPerDay),
  available: moneyOf(fundsOf(account.cash, account.transfers.values()).available),
});

export const toEntry = ({ entry, at, cents, balance, ...stored }: StoredEntry): Entry => ({
  ...stored,
  position: entry,
  at: at.toISOString(),
  amount: dollars(cents),
  balance: dollars(balance),
});

export const toDifference = ({
  user_id,
  broker_cash,
  ledger_cash,
  found_at,
  resolved_at,
}: StoredDifference): AnswerTo<typeof cashCalls.getCashDifferences>['differences'][number] => ({
  user_id,
  broker_cash,
  ledger_cash,
  found_at: found_at.toISOString(),
  resolved_at: resolved_at?.toISOString() ?? null,
});
