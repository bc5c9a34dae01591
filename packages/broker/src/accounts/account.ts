import { z } from 'zod';
import { instant } from '../money.js';

const codes = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((found) => Object.keys(found ?? {}));

/** Codes of an identity review: what was refused, and what else is required. An open set. */
export const kycResultsSchema = z.object({ reject: codes, indeterminate: codes });
export type KycResults = z.output<typeof kycResultsSchema>;

/** Who the account belongs to is left out on purpose: no one here needs it from the broker. */
export const accountSchema = z
  .object({
    id: z.string().min(1),
    status: z.string().min(1),
    created_at: instant,
    // A shape that is not understood is no reason to lose sight of the status.
    kyc_results: kycResultsSchema.nullish().catch(undefined),
  })
  .transform(({ created_at, kyc_results, ...account }) => ({
    ...account,
    createdAt: created_at,
    kycResults: kyc_results ?? undefined,
  }));

/**
 * An account. `status` is SUBMITTED, ACTION_REQUIRED, APPROVAL_PENDING, APPROVED, ACTIVE, REJECTED, ACCOUNT_CLOSED or
 * something that the broker has thought of since.
 */
export type Account = z.output<typeof accountSchema>;

/** For finding an account by its address, which is compared and not handed on. */
export const accountWithEmailSchema = z.intersection(
  accountSchema,
  z.object({ contact: z.object({ email_address: z.string().nullish() }).nullish() }),
);
