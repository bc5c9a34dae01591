import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { isWithoutMoney } from './without-money.js';

/**
 * Which of the broker's transfers that may all be one of ours is taken for it: one that moves money before one that does not,
 * then the oldest. Money does not differ, so that the ledger is right whichever it is; operators are asked about the others.
 * @param matches oldest first
 */
export const likeliestOf = (matches: readonly MadeTransfer[]): MadeTransfer | undefined =>
  matches.find(({ status }) => !isWithoutMoney(status)) ?? matches[0];
