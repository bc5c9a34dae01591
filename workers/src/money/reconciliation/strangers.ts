import type { Transfer as MadeTransfer } from '@groundswell/broker';
import type { LoadedAccount } from '../../shared/accounts.js';
import { maybeAtBroker, pairsOf } from '../transfers/requests.js';
import { isWithoutMoney } from '../transfers/without-money.js';
import type { Discrepancy } from './discrepancies.js';

/**
 * Transfers at the broker that were not requested here, or not as far as we know, as long as their money is
 * moving or has moved: the cash shows them only once everything is at rest, and never which they are. A
 * transfer that may be ours is not a stranger, even if an operator has just decided that the broker made
 * nothing: the next comparison adopts it. Nor is one like a transfer that was not sent yet, as far as the log
 * knows: if it is a restored copy, that one may be ours, and a worker looks for it before it sends.
 * @param list read before the account
 * @param noted ids of those already reported
 * @returns undefined while the outcome of one of ours is unknown: any stranger may be that one
 */
export const strangersIn = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  list: readonly MadeTransfer[],
  noted: ReadonlySet<string>,
): Discrepancy[] | undefined => {
  const all = [...loaded.state.transfers.values()];
  if (all.some(({ submitting }) => submitting)) return undefined;
  const known = new Set(all.map(({ brokerTransferId }) => brokerTransferId));
  const shown = list.filter(({ id }) => !noted.has(id));
  const ours = new Set(pairsOf(loaded, maybeAtBroker(loaded.state), shown).map(([, { id }]) => id));
  return list.flatMap(({ id, status, direction, amount }) => {
    if (known.has(id) || ours.has(id) || isWithoutMoney(status)) return [];
    const what = `a transfer of this account that Groundswell didn’t request: ${id}, ${direction}, ${amount} dollars`;
    const reason = `The broker has ${what}. Ask the broker who made it, and have it canceled or returned.`;
    return [{ id, reason }];
  });
};
