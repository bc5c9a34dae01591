import type { Transfer, TransferDirection } from './transfer.js';

/** A transfer that was asked for, and nothing is known of what became of it. */
export interface TransferAttempt {
  readonly relationshipId: string;
  readonly direction: TransferDirection;
  /** Decimal text with two decimals. */
  readonly amount: string;
  /** Before it was sent, by our clock. */
  readonly sentAt: Date;
}

/** How far the broker's clock may differ from ours, in milliseconds. Anything beyond that is left to a person. */
export const brokerClockDifference = 24 * 3_600_000;

/**
 * Transfers at the broker that the attempt may have made, oldest first. `accounted` holds the ids of those
 * that belong to other attempts. One match is the transfer; none proves nothing, since a list may be behind.
 * Of several, one is it, and the others are someone else's.
 */
export const matchesOf = (
  attempt: TransferAttempt,
  transfers: readonly Transfer[],
  accounted: ReadonlySet<string>,
): Transfer[] =>
  transfers
    .filter(
      ({ id, relationshipId, type, direction, amount, createdAt }) =>
        !accounted.has(id) &&
        // A wire has no relationship, and is never ours.
        type?.toLowerCase() !== 'wire' &&
        // Some answers leave the relationship out: such a transfer may be the one.
        (relationshipId === undefined || relationshipId === attempt.relationshipId) &&
        direction.toUpperCase() === attempt.direction &&
        amount === attempt.amount &&
        createdAt.getTime() >= attempt.sentAt.getTime() - brokerClockDifference,
    )
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
