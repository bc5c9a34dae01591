import { centsOf } from '@groundswell/contracts';
import type { TradingAccount } from '../state.js';

/** By how many cents the broker has more than the ledger; or, for operators, why that is not known now. */
export const openDifference = ({ cash, difference }: TradingAccount): bigint | string => {
  if (!difference) return 'The broker’s cash and the ledger’s matched when they were last compared.';
  if (centsOf(difference.ledgerCash) !== cash)
    return 'The ledger has changed since the last comparison. Wait for the next one.';
  return centsOf(difference.brokerCash) - cash;
};
