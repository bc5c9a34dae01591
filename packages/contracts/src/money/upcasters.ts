import { z } from 'zod';
import { succeeded } from '../upcasting.js';
import { moneySchema } from './amount.js';
import { cashCauses } from './statuses.js';

const transferDecision = z.object({
  kind: z.enum(['adopt', 'not made', 'voided']),
  transferId: z.string(),
  attempt: z.number().int().nonnegative(),
  brokerTransferId: z.string().optional(),
  by: z.string(),
});

/** Old shapes that the log still holds. Only these steps know them. */
export const moneyUpcasters = {
  /** Lacked the moment of the broker's answer. */
  ApplicationAccepted: succeeded(
    z.object({ applicationId: z.string(), brokerAccountId: z.string(), status: z.string() }),
    (data) => ({ type: 'ApplicationAccepted.v2', data: { ...data, reportedAt: null } }),
  ),
  /** Lacked the end of the proposal. */
  BankOwnerDecisionProposed: succeeded(
    z.object({ bankLinkId: z.string(), decision: z.enum(['accept', 'refuse']), by: z.string() }),
    (data) => ({ type: 'BankOwnerDecisionProposed.v2', data: { ...data, until: null } }),
  ),
  /** Lacked the end of the proposal. */
  CashAdjustmentProposed: succeeded(
    z.object({
      cents: z.int(),
      cause: z.enum(cashCauses),
      brokerCash: moneySchema,
      ledgerCash: moneySchema,
      by: z.string(),
    }),
    (data) => ({ type: 'CashAdjustmentProposed.v2', data: { ...data, until: null } }),
  ),
  /** Lacked the end of the proposal, and knew fewer kinds of decisions. */
  TransferDecisionProposed: succeeded(transferDecision, (data) => ({
    type: 'TransferDecisionProposed.v2',
    data: { ...data, until: null },
  })),
  /** Knew fewer kinds of decisions. */
  TransferDecisionConfirmed: succeeded(transferDecision, (data) => ({
    type: 'TransferDecisionConfirmed.v2',
    data,
  })),
  /** Lacked the reason when the broker had ended a transfer itself. */
  TransferCanceled: succeeded(z.object({ transferId: z.string() }), ({ transferId }) => ({
    type: 'TransferCanceled.v2',
    data: { transferId, reason: null },
  })),
  /** Was also written for a transfer that a list did not show, without telling so. */
  TransferSubmissionFailed: succeeded(
    z.object({ transferId: z.string(), attempt: z.number().int().positive() }),
    (data) => ({ type: 'TransferSubmissionFailed.v2', data: { ...data, evidence: 'not listed' } }),
  ),
} as const;
