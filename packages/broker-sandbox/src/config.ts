import { processVariables, wholeNumberVariable } from '@groundswell/platform';
import { z } from 'zod';

/** What the sandbox reads from its environment. */
export const configSchema = z.object({
  ...processVariables,
  /** Kept over restarts: accounts and transfers. Prices need no keeping, since they are made anew, the same each time. */
  DATA_DIR: z.string().optional(),
  /** When both are set, no other credentials pass. */
  ALPACA_KEY_ID: z.string().optional(),
  ALPACA_SECRET_KEY: z.string().optional(),
  SANDBOX_CALLS_PER_MINUTE: wholeNumberVariable(1, 1_000_000, 1_000),
  /** Made-up tickers beside the well-known ones, for tests of scale. */
  SANDBOX_GENERATED_SYMBOLS: wholeNumberVariable(0, 100_000, 0),
});
