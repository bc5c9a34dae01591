import type { Transfer as MadeTransfer } from '@groundswell/broker';
import type { TradingAccount } from '@groundswell/domain/money';
import { isWithoutMoney } from '../transfers/without-money.js';
import type { Discrepancy } from './discrepancies.js';

/**
 * Transfers at the broker that nobody here has asked for, or knows to have asked for, for as long as their money moves or has
 * moved: the cash tells of them only once it is all at rest, and never which they are.
 * @param list read before the account
 * @returns undefined while the outcome of one of ours is being found out: any stranger may be that one
 */
export const strangersIn = (
  { transfers }: TradingAccount,
  list: readonly MadeTransfer[],
): Discrepancy[] | undefined => {
  const all = [...transfers.values()];
  if (all.some(({ submitting }) => submitting)) return undefined;
  const known = new Set(all.map(({ brokerTransferId }) => brokerTransferId));
  return list.flatMap(({ id, status, direction, amount }) => {
    if (known.has(id) || isWithoutMoney(status)) return [];
    const what = `a transfer of this account that nobody here has asked for: ${id}, ${direction}, ${amount} dollars`;
    const reason = `The broker has ${what}. Ask the broker who made it, and have it called off or sent back.`;
    return [{ id, reason }];
  });
};
