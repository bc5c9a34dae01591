import { z } from 'zod';
import { succeeded } from '../upcasting.js';

/** Old shapes that the log still holds. Only these steps know them. */
export const marketUpcasters = {
  /** Named the missing symbols but not the cause, which was lost within a month. */
  SessionPricesCompleted: succeeded(
    z.object({ date: z.string(), symbols: z.number().int().nonnegative(), missing: z.array(z.string()) }),
    ({ missing, ...rest }) => ({
      type: 'SessionPricesCompleted.v2',
      data: { ...rest, missing: missing.map((symbol) => ({ symbol, cause: 'unknown' })) },
    }),
  ),
} as const;
