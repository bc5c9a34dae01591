import type { Transfer as MadeTransfer } from '@groundswell/broker';
import { isUnderWay } from '@groundswell/domain/money';
import type { LoadedAccount } from '../../shared/accounts.js';
import type { Discrepancy } from './discrepancies.js';

const day = 24 * 3_600_000;

/** A transfer takes at most a week at the broker; one that takes longer needs someone to ask. */
const longestUnderWay = 14 * day;

/** The broker opens an account within days. A failure on its side that lasts longer is not being worked on. */
const longestFailed = 2 * day;

/** Whether a transfer that began then should have ended by now. */
export const isLate = (since: Date, now: Date): boolean => now.getTime() - since.getTime() > longestUnderWay;

/**
 * Transfers that the broker still shows in progress long after it accepted them, perhaps with a status that is
 * unknown here. While such a transfer exists, the cash is never compared.
 */
export const lateIn = (
  { state, events }: LoadedAccount,
  list: readonly MadeTransfer[],
  now: Date,
): Discrepancy[] =>
  events.flatMap(({ type, data, metadata }) => {
    const transfer = type === 'TransferAccepted' ? state.transfers.get(data.transferId) : undefined;
    if (!transfer || !isUnderWay(transfer) || !isLate(new Date(metadata.occurredAt), now)) return [];
    const made = list.find(({ id }) => id === transfer.brokerTransferId);
    if (!made) return [];
    const reason = `The broker accepted this transfer as ${made.id} on ${metadata.occurredAt.slice(0, 10)} and still shows it as ${made.status}. Ask the broker what happened to it.`;
    return [{ id: transfer.id, reason }];
  });

/** An account that the broker has failed to open for days. */
export const unopenedIn = (userId: string, { state, events }: LoadedAccount, now: Date): Discrepancy[] => {
  if (state.brokerStatus !== 'SUBMISSION_FAILED') return [];
  const failed = events.findLast(
    ({ type }) => type === 'AccountStatusReported' || type === 'ApplicationAccepted.v2',
  );
  const since = failed?.metadata.occurredAt ?? '';
  if (!(now.getTime() - Date.parse(since) > longestFailed)) return [];
  const reason = `The broker failed to open this account on ${since.slice(0, 10)} (SUBMISSION_FAILED). Ask the broker to open it.`;
  return [{ id: userId, reason }];
};
