import { textOfCents } from '../cash/cents.js';

export type TransferStatus =
  | 'QUEUED'
  | 'APPROVAL_PENDING'
  | 'PENDING'
  | 'SENT_TO_CLEARING'
  | 'APPROVED'
  | 'COMPLETE'
  | 'REJECTED'
  | 'CANCELED'
  | 'RETURNED';

export type Direction = 'INCOMING' | 'OUTGOING';

export interface Transfer {
  readonly id: string;
  readonly accountId: string;
  readonly relationshipId: string;
  readonly direction: Direction;
  readonly cents: number;
  readonly status: TransferStatus;
  /** The last status that the stream of events told. */
  readonly toldStatus: TransferStatus;
  readonly openedAt: number;
  readonly statusAt: number;
  /** The day it counts for: the first trading day that was not over when it came (`YYYY-MM-DD`). */
  readonly tradingDay: string;
  readonly reason: string | undefined;
  /** A settled deposit may not be withdrawn before. */
  readonly holdUntil: number | undefined;
}

const cancelable: readonly TransferStatus[] = ['QUEUED', 'APPROVAL_PENDING', 'PENDING'];

/** Nothing has gone to the bank yet. */
export const isCancelable = ({ status }: Transfer): boolean => cancelable.includes(status);

/** Neither settled nor ended: its money is on its way. */
export const isUnderWay = (transfer: Transfer): boolean =>
  isCancelable(transfer) || transfer.status === 'SENT_TO_CLEARING' || transfer.status === 'APPROVED';

const week = 7 * 86_400_000;

/** As the Broker API answers it; amounts in dollars as text. */
export const bodyOfTransfer = (transfer: Transfer) => ({
  id: transfer.id,
  account_id: transfer.accountId,
  relationship_id: transfer.relationshipId,
  type: 'ach',
  status: transfer.status,
  amount: textOfCents(transfer.cents),
  direction: transfer.direction,
  created_at: new Date(transfer.openedAt).toISOString(),
  updated_at: new Date(transfer.statusAt).toISOString(),
  expires_at: new Date(transfer.openedAt + week).toISOString(),
  ...(transfer.holdUntil && { hold_until: new Date(transfer.holdUntil).toISOString() }),
  additional_information: null,
  reason: transfer.reason ?? null,
});
