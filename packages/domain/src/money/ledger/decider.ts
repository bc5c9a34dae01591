import { centsOf, moneyOf, type ReconciliationEvent } from '@groundswell/contracts';
import type { Of, Outcome } from '../outcome.js';
import type { TradingAccount } from '../state.js';
import { isUnderWay } from '../transfer/status.js';

export type ReconciliationCommand = Of<'ReportCash'>;

/**
 * Compares the broker's cash with the ledger's. While anything is in progress the two may differ briefly, so
 * nothing is concluded. The same difference is reported once.
 */
export const decideReconciliation = (
  { brokerCash }: ReconciliationCommand,
  { cash, difference, transfers }: TradingAccount,
): Outcome => {
  if ([...transfers.values()].some(isUnderWay)) return [];
  const [broker, ledger] = [moneyOf(centsOf(brokerCash)), moneyOf(cash)];
  if (broker === ledger) {
    return difference ? [{ type: 'CashDifferenceResolved', data: { cash: ledger } }] : [];
  }
  if (difference?.brokerCash === broker && difference.ledgerCash === ledger) return [];
  return [{ type: 'CashDifferenceFound', data: { brokerCash: broker, ledgerCash: ledger } }];
};

/** Keeps the last difference, so that it is reported once, until the broker and the ledger agree. */
export const evolveReconciliation = (
  account: TradingAccount,
  event: Extract<ReconciliationEvent, { type: 'CashDifferenceFound' | 'CashDifferenceResolved' }>,
): TradingAccount => ({
  ...account,
  difference: event.type === 'CashDifferenceFound' ? event.data : undefined,
});
