import { processVariables, wholeNumberVariable } from '@groundswell/platform';
import { z } from 'zod';

/** A month, in milliseconds. */
const longest = 30 * 86_400_000;

/** What the sandbox reads from its environment. */
export const configSchema = z.object({
  ...processVariables,
  /**
   * Accounts and transfers are kept across restarts. Prices are not: they are generated, the same each time.
   */
  DATA_DIR: z.string().optional(),
  /** When both are set, no other credentials pass. */
  ALPACA_KEY_ID: z.string().optional(),
  ALPACA_SECRET_KEY: z.string().optional(),
  SANDBOX_CALLS_PER_MINUTE: wholeNumberVariable(1, 1_000_000, 1_000),
  /** Invented tickers besides the well-known ones, for tests of scale. */
  SANDBOX_GENERATED_SYMBOLS: wholeNumberVariable(0, 100_000, 0),
  /** How long things take, in milliseconds: 0 is at once. From application to approval, and again to active. */
  SANDBOX_REVIEW_TIME: wholeNumberVariable(0, longest, 0),
  /** Until a bank account that was linked may be used. */
  SANDBOX_LINKING_TIME: wholeNumberVariable(0, longest, 0),
  /** From a transfer that was asked for to a complete one. */
  SANDBOX_SETTLEMENT_TIME: wholeNumberVariable(0, longest, 0),
  /** How long a settled deposit may not be withdrawn. */
  SANDBOX_HOLD_TIME: wholeNumberVariable(0, longest, 0),
  /** ACH transfers of an account in each direction and trading day. */
  SANDBOX_TRANSFERS_PER_DAY: wholeNumberVariable(1, 1_000_000, 1),
  /** Dollars of an account and trading day. */
  SANDBOX_DOLLARS_PER_DAY: wholeNumberVariable(1, 1_000_000_000, 50_000),
  /** Milliseconds between two heartbeats of a stream of events. */
  SANDBOX_HEARTBEAT: wholeNumberVariable(10, 600_000, 15_000),
});
