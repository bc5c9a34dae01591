import type { TransferStatus } from '@groundswell/contracts';
import type { Transfer } from '../state.js';

/** The broker's transfer statuses. Until clearing, no money has left and a transfer can be canceled. */
const words = new Map<string, TransferStatus>([
  ['QUEUED', 'requested'],
  ['APPROVAL_PENDING', 'requested'],
  ['PENDING', 'requested'],
  ['SENT_TO_CLEARING', 'sent'],
  ['APPROVED', 'sent'],
  ['COMPLETE', 'settled'],
  ['SETTLED', 'settled'],
  ['CANCELED', 'canceled'],
  ['EXPIRED', 'canceled'],
  ['REJECTED', 'refused'],
  ['RETURNED', 'returned'],
]);

/** The status shown to a person; undefined for an unknown status of the broker. */
export const statusOfTransfer = (word: string): TransferStatus | undefined => words.get(word);

/**
 * Reports only move a transfer up, so late and repeated reports in any order end in the same state. Where the
 * broker contradicts itself, a report that money moved outranks one that it never will.
 */
const ranks: Readonly<Record<TransferStatus, number>> = {
  requested: 0,
  sent: 1,
  canceled: 2,
  refused: 3,
  settled: 4,
  available: 5,
  returned: 6,
};

/** Whether a report of `status` advances a transfer known to be at `other`. A status does not outrank itself. */
export const outranks = (status: TransferStatus, other: TransferStatus): boolean =>
  ranks[status] > ranks[other];

/** Neither settled nor ended: its money is in transit. */
export const isUnderWay = ({ status }: Pick<Transfer, 'status'>): boolean =>
  status === 'requested' || status === 'sent';

/** It moved no money and never will, or had it moved back. */
export const isWithoutMoney = (status: TransferStatus): boolean =>
  status === 'canceled' || status === 'refused' || status === 'returned';

export const isCancelable = ({
  status,
  cancellationRequested,
}: Pick<Transfer, 'status' | 'cancellationRequested'>): boolean =>
  status === 'requested' && !cancellationRequested;
