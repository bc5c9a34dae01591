import { brokerClockDifference, type Transfer as MadeTransfer, matchesOf } from '@groundswell/broker';
import { moneyOf } from '@groundswell/contracts';
import { clockDifference } from '@groundswell/domain/clock';
import {
  mayBeAtBroker,
  statusOfTransfer,
  type TradingAccount,
  type Transfer,
} from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import { isToBeSubmitted } from '../steps/step.js';
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
export const requestedAt = ({ events }: Pick<LoadedAccount, 'events'>, transferId: string): Date => {
  const request = events.find(
    ({ type, data }) => type === 'TransferRequested' && data.transferId === transferId,
  );
  if (!request) throw new Error(`no request of transfer ${transferId}`);
  return new Date(request.metadata.occurredAt);
};

/**
 * Ids at the broker that other transfers of ours account for. One that another was matched with has moved no money, and stays
 * accounted for: a list that is behind may show it as before.
 */
const accountedBeside = (
  { transfers }: Pick<TradingAccount, 'transfers'>,
  { id: own }: Transfer,
): Set<string> =>
  new Set(
    [...transfers.values()].flatMap(
      ({ id, brokerTransferId, matchedId }) => brokerTransferId ?? (id === own ? [] : (matchedId ?? [])),
    ),
  );

/** When it was last sent, as far as the log knows. Once it was matched, nothing is sent any more: later attempts only mark doubt. */
const lastSentAt = (loaded: Pick<LoadedAccount, 'events'>, transferId: string): Date => {
  const own = loaded.events.filter(({ data }) => 'transferId' in data && data.transferId === transferId);
  const matched = own.findIndex(({ type }) => type === 'TransferMatched');
  const sent = own
    .slice(0, matched < 0 ? own.length : matched)
    .findLast(({ type }) => type === 'TransferSubmissionStarted');
  return sent ? new Date(sent.metadata.occurredAt) : requestedAt(loaded, transferId);
};

/** How long after an attempt the broker may still make what it asked for; includes what its clock may differ from ours. */
const longestDelay = 48 * 3_600_000;

/** When the last of these happened to it, in milliseconds; undefined if none did. */
const lastTimeOf = (
  { events }: Pick<LoadedAccount, 'events'>,
  transferId: string,
  ...types: readonly string[]
): number | undefined => {
  const last = events.findLast(
    ({ type, data }) => types.includes(type) && 'transferId' in data && data.transferId === transferId,
  );
  return last && Date.parse(last.metadata.occurredAt);
};

/**
 * The broker's transfers that one of ours may have made, oldest first. One that operators have ended made none that is much later
 * than its last attempt, nor one that is later than its money was counted: that one is someone else's, and operators have to hear of
 * it.
 */
const candidatesOf = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  transfer: Transfer,
  list: readonly MadeTransfer[],
): MadeTransfer[] => {
  const request = requestOf(loaded.state, transfer);
  if (!request) return [];
  const { id, doubted, submitting, settled } = transfer;
  const accounted = accountedBeside(loaded.state, transfer);
  const matches = matchesOf({ ...request, sentAt: requestedAt(loaded, id) }, list, accounted);
  if (submitting || !doubted) return matches;
  const countedAt = (settled && lastTimeOf(loaded, id, 'TransferSettled')) || Number.POSITIVE_INFINITY;
  const latest = Math.min(lastSentAt(loaded, id).getTime() + longestDelay, countedAt + brokerClockDifference);
  return matches.filter(({ createdAt }) => createdAt.getTime() <= latest);
};

/**
 * Later ones get what others leave: one whose match moved no money, those that wait to be sent, and then those that have ended, first
 * the ones whose money moved.
 */
const rankOf = ({ submitting, matchedId, status, settled }: Transfer): number => {
  if (submitting) return Number(matchedId !== undefined);
  if (status === 'requested') return 2;
  return settled ? 3 : 4;
};

/**
 * Ours that the broker may have, those first that most likely made what it shows. One that waits to be sent may be at the broker
 * if log and tables are restored copies. It would be sent again if one that has ended got what it had made.
 */
export const maybeAtBroker = ({ transfers }: Pick<TradingAccount, 'transfers'>): Transfer[] =>
  [...transfers.values()]
    .filter((transfer) => mayBeAtBroker(transfer) || isToBeSubmitted(transfer))
    .sort((one, other) => rankOf(one) - rankOf(other));

/** Whether it was matched with this one before, and has moved no money: a list may be behind and show it as before. */
const wasMatched = ({ matchedId }: Transfer, { id, status }: MadeTransfer): boolean =>
  id === matchedId && statusOfTransfer(status) !== 'settled';

/**
 * Whether the money of one that was counted without an id may have come back with this one: it has to be counted back then. One
 * that had already been returned is not the one whose money operators found to have moved.
 */
const mayHaveReturned = (
  loaded: Pick<LoadedAccount, 'events'>,
  { id, settled }: Transfer,
): ((made: MadeTransfer) => boolean) => {
  const countedAt = lastTimeOf(loaded, id, 'TransferSettled') ?? Number.POSITIVE_INFINITY;
  return ({ status, createdAt, updatedAt = createdAt }) =>
    settled && statusOfTransfer(status) === 'returned' && updatedAt.getTime() > countedAt;
};

/**
 * Matches the broker's transfers with ours that have none yet. Each is used once, and of several the oldest is
 * taken: the amounts are equal, so the ledger is right whichever it is, and operators are asked about the others.
 * One that moved no money is never taken for one in doubt: it may be someone else's, and then ours would be reported as
 * canceled although the broker may still carry it out.
 */
export const pairsOf = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  ours: readonly Transfer[],
  list: readonly MadeTransfer[],
): [Transfer, MadeTransfer][] => {
  const taken = new Set<string>();
  return ours.flatMap((transfer): [Transfer, MadeTransfer][] => {
    const free = candidatesOf(loaded, transfer, list).filter(
      (each) => !taken.has(each.id) && !wasMatched(transfer, each),
    );
    const made =
      free.find(({ status }) => !isWithoutMoney(status)) ?? free.find(mayHaveReturned(loaded, transfer));
    if (!made) return [];
    taken.add(made.id);
    return [[transfer, made]];
  });
};

/** Ids of ours that were counted without one of the broker’s, have none among the pairs, and may be the one that is asked about. */
const countedAmong = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  pairs: readonly [Transfer, MadeTransfer][],
  list: readonly MadeTransfer[],
): ((made: MadeTransfer) => string[]) => {
  const matched = new Set(pairs.map(([{ id }]) => id));
  const open = [...loaded.state.transfers.values()].filter(
    (each) => each.settled && mayBeAtBroker(each) && !matched.has(each.id),
  );
  return (made) =>
    open
      .filter((counted) => candidatesOf(loaded, counted, list).some(({ id }) => id === made.id))
      .map(({ id }) => id);
};

/**
 * Those of them that are accepted without a person. Where one of the broker’s may have brought money that was counted without it,
 * operators choose whose it is, unless the broker shows one for each.
 */
export const pairsToAccept = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  ours: readonly Transfer[],
  list: readonly MadeTransfer[],
): [Transfer, MadeTransfer][] => {
  const pairs = pairsOf(loaded, ours, list);
  const countedBy = countedAmong(loaded, pairs, list);
  return pairs.filter(([{ settled }, made]) => settled || countedBy(made).length === 0);
};

/** Of those, the ones in doubt. What may belong to one that waits is left to the worker that looks for it before it sends. */
export const pairsInDoubt = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  list: readonly MadeTransfer[],
): [Transfer, MadeTransfer][] =>
  pairsToAccept(loaded, maybeAtBroker(loaded.state), list).filter(([transfer]) => mayBeAtBroker(transfer));

/** Those that one of ours may have made and that moved no money: an operator has to ask the broker whose they are. */
const endedLike = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  transfer: Transfer,
  list: readonly MadeTransfer[],
): MadeTransfer[] => candidatesOf(loaded, transfer, list).filter(({ status }) => isWithoutMoney(status));

/** One of the broker’s that may be ours in doubt, as only operators can tell. */
export interface Unclear {
  readonly made: MadeTransfer;
  /** Ids of ours whose money it may have brought, which was counted before; none if it moved no money. */
  readonly counted: readonly string[];
}

/** Those that may be one in doubt, as only operators can tell: they may have brought money that was counted already, or moved none. */
export const unclearFor = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  transfer: Transfer,
  list: readonly MadeTransfer[],
): Unclear[] => {
  const pairs = pairsOf(loaded, maybeAtBroker(loaded.state), list);
  const countedBy = countedAmong(loaded, pairs, list);
  const matched = pairs.flatMap(([{ id }, made]): Unclear[] => {
    const counted = id === transfer.id ? countedBy(made) : [];
    return counted.length > 0 ? [{ made, counted }] : [];
  });
  return [...matched, ...endedLike(loaded, transfer, list).map((made) => ({ made, counted: [] }))];
};

/** Whether one was made before ours ended; while the outcome of ours is unknown, any was. */
const isBeforeEnd = (
  loaded: Pick<LoadedAccount, 'events'>,
  { id, submitting }: Transfer,
): ((made: MadeTransfer) => boolean) => {
  const endedAt = submitting ? undefined : lastTimeOf(loaded, id, 'TransferRefused', 'TransferCanceled.v2');
  return ({ createdAt }) => endedAt === undefined || createdAt.getTime() <= endedAt;
};

/**
 * Those of them that may be this one, as it is not sent yet: each other one in doubt that has none that moves money may have made
 * one of them, and operators are asked about that one already. What was made after that one had ended is more likely this one’s,
 * since nothing else is sent while one is in doubt. So is what was made after this one was requested: a restored log may have lost
 * an earlier end.
 */
export const endedUnexplained = (
  loaded: Pick<LoadedAccount, 'state' | 'events'>,
  transfer: Transfer,
  list: readonly MadeTransfer[],
): MadeTransfer[] => {
  const ownFrom = requestedAt(loaded, transfer.id).getTime() + clockDifference;
  const others = maybeAtBroker(loaded.state).filter(mayBeAtBroker);
  const pairs = new Map(pairsOf(loaded, others, list));
  const taken = new Set([...pairs.values()].map(({ id }) => id));
  for (const other of others) {
    if (other.settled || pairs.has(other)) continue;
    const made = endedLike(loaded, other, list)
      .filter(isBeforeEnd(loaded, other))
      .find(({ id, createdAt }) => !taken.has(id) && createdAt.getTime() <= ownFrom);
    if (made) taken.add(made.id);
  }
  return endedLike(loaded, transfer, list).filter(({ id }) => !taken.has(id));
};
