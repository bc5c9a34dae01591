import { type Transfer as MadeTransfer, matchesOf } from '@groundswell/broker';
import { moneyOf } from '@groundswell/contracts';
import type { TradingAccount, Transfer } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import { isWithoutMoney } from './without-money.js';

/** The request to the broker; undefined when there is no link at the broker to move the money over. */
export const requestOf = (
  { bankLinks }: Pick<TradingAccount, 'bankLinks'>,
  { bankLinkId, direction, amount }: Transfer,
) => {
  const relationshipId = bankLinks.get(bankLinkId)?.relationshipId;
  return (
    relationshipId && {
      relationshipId,
      direction: direction === 'incoming' ? ('INCOMING' as const) : ('OUTGOING' as const),
      amount: moneyOf(amount),
    }
  );
};

/** When the person requested the transfer. */
const requestedAt = ({ events }: Pick<LoadedAccount, 'events'>, transferId: string): Date => {
  const request = events.find(
    ({ type, data }) => type === 'TransferRequested' && data.transferId === transferId,
  );
  if (!request) throw new Error(`no request of transfer ${transferId}`);
  return new Date(request.metadata.occurredAt);
};

/** Ids at the broker that our transfers account for. */
const accountedIn = ({ transfers }: Pick<TradingAccount, 'transfers'>): Set<string> =>
  new Set([...transfers.values()].flatMap(({ brokerTransferId }) => brokerTransferId ?? []));

/** The broker's transfers that one of ours may have made, oldest first. */
const candidatesOf = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  transfer: Transfer,
  list: readonly MadeTransfer[],
  accounted: ReadonlySet<string>,
): MadeTransfer[] => {
  const request = requestOf(loaded.state, transfer);
  return request ? matchesOf({ ...request, sentAt: requestedAt(loaded, transfer.id) }, list, accounted) : [];
};

/**
 * Matches the broker's transfers with ours that have none yet. Each is used once, and of several the oldest is
 * taken: the amounts are equal, so the ledger is right whichever it is, and operators are asked about the others.
 * One that moved no money is never taken: it may be someone else's, and then ours would be told as canceled
 * although the broker may still carry it out.
 */
export const pairsOf = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  ours: readonly Transfer[],
  list: readonly MadeTransfer[],
): [Transfer, MadeTransfer][] => {
  const accounted = accountedIn(loaded.state);
  return ours.flatMap((transfer): [Transfer, MadeTransfer][] => {
    const made = candidatesOf(loaded, transfer, list, accounted).find(
      ({ status }) => !isWithoutMoney(status),
    );
    if (!made) return [];
    accounted.add(made.id);
    return [[transfer, made]];
  });
};

/** Those that one of ours may have made and that moved no money: an operator has to ask the broker whose they are. */
export const endedLike = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  transfer: Transfer,
  list: readonly MadeTransfer[],
): MadeTransfer[] =>
  candidatesOf(loaded, transfer, list, accountedIn(loaded.state)).filter(({ status }) =>
    isWithoutMoney(status),
  );
