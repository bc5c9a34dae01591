import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { isWithoutMoney } from './without-money.js';

/**
 * Which of several matching transfers at the broker is adopted: one that moves money before one that does
 * not, then the oldest. Their amounts are equal, so the ledger is right either way; operators are asked about
 * the others.
 * @param matches oldest first
 */
export const likeliestOf = (matches: readonly MadeTransfer[]): MadeTransfer | undefined =>
  matches.find(({ status }) => !isWithoutMoney(status)) ?? matches[0];
