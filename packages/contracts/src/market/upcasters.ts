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
  /** Called a price in doubt missing, as if the broker had none. */
  'SessionPricesCompleted.v2': succeeded(
    z.object({
      date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
      symbols: z.number().int().nonnegative(),
      missing: z.array(
        z.object({ symbol: z.string(), cause: z.enum(['no price', 'refused', 'failed', 'unknown']) }),
      ),
    }),
    (data) => ({ type: 'SessionPricesCompleted.v3', data }),
  ),
} as const;
