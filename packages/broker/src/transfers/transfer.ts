import { z } from 'zod';
import { instant, moneyText } from '../money.js';

/** INCOMING is from the bank into the account. */
export type TransferDirection = 'INCOMING' | 'OUTGOING';

export const transferSchema = z
  .object({
    id: z.string().min(1),
    account_id: z.string(),
    relationship_id: z.string().nullish(),
    type: z.string().nullish(),
    direction: z.string(),
    amount: moneyText,
    status: z.string().min(1),
    reason: z.string().nullish(),
    created_at: instant,
    updated_at: instant.nullish(),
    hold_until: instant.nullish(),
  })
  .transform((transfer) => ({
    id: transfer.id,
    accountId: transfer.account_id,
    /** Of the bank link; absent for wires, and occasionally for others. */
    relationshipId: transfer.relationship_id ?? undefined,
    /** `ach`, `wire`, or another; now and then it is left out. */
    type: transfer.type ?? undefined,
    direction: transfer.direction,
    amount: transfer.amount,
    status: transfer.status,
    /** Why it was rejected or returned, as the broker's text. */
    reason: transfer.reason ?? undefined,
    createdAt: transfer.created_at,
    updatedAt: transfer.updated_at ?? undefined,
    /** A settled deposit may not be withdrawn before. */
    holdUntil: transfer.hold_until ?? undefined,
  }));

/**
 * A transfer between a bank and an account. `status` goes QUEUED, (APPROVAL_PENDING), PENDING,
 * SENT_TO_CLEARING, (APPROVED), COMPLETE, or ends with REJECTED, CANCELED or EXPIRED; RETURNED may still
 * follow COMPLETE. New ones may appear. `amount` is decimal text in dollars with at least two decimals.
 */
export type Transfer = z.output<typeof transferSchema>;
