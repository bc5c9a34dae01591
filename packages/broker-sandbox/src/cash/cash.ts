import { isUnderWay, type Transfer } from '../transfers/transfer.js';
import type { Posting } from './posting.js';

/** Cash of an account in cents, seen from several sides. */
export interface Cash {
  /** The sum of all postings. Below zero when a deposit came back that was withdrawn already. */
  readonly total: number;
  /** Total as of the last close. */
  readonly atLastClose: number;
  /** Withdrawals that are in progress. */
  readonly pendingOut: number;
  /** What may be moved to another account of the broker. */
  readonly transferable: number;
  /** What may be sent to a bank: without withdrawals in progress, and without deposits that are still held. */
  readonly withdrawable: number;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + cents, 0);

/** Cash as its postings and transfers make it; `now` and `lastClose` in milliseconds since 1970. */
export const cashOf = (
  postings: readonly Posting[],
  transfers: readonly Transfer[],
  { now, lastClose }: { readonly now: number; readonly lastClose: number },
): Cash => {
  const total = sum(postings.map(({ cents }) => cents));
  const pendingOut = sum(
    transfers
      .filter((transfer) => transfer.direction === 'OUTGOING' && isUnderWay(transfer))
      .map(({ cents }) => cents),
  );
  const held = sum(
    transfers
      .filter(({ status, holdUntil }) => status === 'COMPLETE' && holdUntil !== undefined && holdUntil > now)
      .map(({ cents }) => cents),
  );
  return {
    total,
    atLastClose: sum(postings.filter(({ at }) => at <= lastClose).map(({ cents }) => cents)),
    pendingOut,
    transferable: Math.max(0, total - pendingOut),
    withdrawable: Math.max(0, total - pendingOut - held),
  };
};
