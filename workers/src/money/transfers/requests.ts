import { type Transfer as MadeTransfer, matchesOf } from '@groundswell/broker';
import { moneyOf } from '@groundswell/contracts';
import type { TradingAccount, Transfer } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import { likeliestOf } from './likeliest.js';

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

/**
 * Matches the broker's transfers with ours that have none yet: each is used once, and of several candidates
 * the likeliest is taken.
 */
export const pairsOf = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  ours: readonly Transfer[],
  list: readonly MadeTransfer[],
): [Transfer, MadeTransfer][] => {
  const accounted = accountedIn(loaded.state);
  return ours.flatMap((transfer): [Transfer, MadeTransfer][] => {
    const request = requestOf(loaded.state, transfer);
    if (!request) return [];
    const attempt = { ...request, sentAt: requestedAt(loaded, transfer.id) };
    const made = likeliestOf(matchesOf(attempt, list, accounted));
    if (!made) return [];
    accounted.add(made.id);
    return [[transfer, made]];
  });
};
