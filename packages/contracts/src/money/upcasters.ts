import { z } from 'zod';
import { succeeded } from '../upcasting.js';

/** Old shapes that the log still holds. Only these steps know them. */
export const moneyUpcasters = {
  /** Lacked the moment of the broker's answer. */
  ApplicationAccepted: succeeded(
    z.object({ applicationId: z.string(), brokerAccountId: z.string(), status: z.string() }),
    (data) => ({ type: 'ApplicationAccepted.v2', data: { ...data, reportedAt: null } }),
  ),
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
