import { z } from 'zod';

/** The body of `POST …/transfers`. `timing` was required once and is ignored. */
export const transferRequestSchema = z.object({
  transfer_type: z.string(),
  direction: z.string(),
  // A number is tolerated, as long as it is written like one.
  amount: z.union([z.string(), z.number()]),
  relationship_id: z.string().nullish(),
  bank_id: z.string().nullish(),
  additional_information: z.string().nullish(),
});
export type TransferRequest = z.output<typeof transferRequestSchema>;
