import { z } from 'zod';
import { succeeded } from '../upcasting.js';

/** Shapes of old that the log still holds. Nothing but these steps knows them. */
export const moneyUpcasters = {
  /** Did not say when the account was as the broker answered. */
  ApplicationAccepted: succeeded(
    z.object({ applicationId: z.string(), brokerAccountId: z.string(), status: z.string() }),
    (data) => ({ type: 'ApplicationAccepted.v2', data: { ...data, reportedAt: null } }),
  ),
  /** Did not say why: the broker's reason was lost where it had ended a transfer by itself. */
  TransferCanceled: succeeded(z.object({ transferId: z.string() }), ({ transferId }) => ({
    type: 'TransferCanceled.v2',
    data: { transferId, reason: null },
  })),
  /** Was written of what a list of the broker did not show, too, and did not say so. */
  TransferSubmissionFailed: succeeded(
    z.object({ transferId: z.string(), attempt: z.number().int().positive() }),
    (data) => ({ type: 'TransferSubmissionFailed.v2', data: { ...data, evidence: 'not listed' } }),
  ),
} as const;
