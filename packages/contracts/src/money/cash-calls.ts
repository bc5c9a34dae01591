import { z } from 'zod';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { positionSchema } from '../position.js';
import { moneySchema } from './amount.js';
import { transferDirections } from './statuses.js';

/**
 * One change of the cash: a transfer that settled or was returned, or a charge, payment or correction by the
 * broker.
 */
const cashEntrySchema = z.object({
  position: z.string(),
  at: z.string(),
  /** Null when no Groundswell transfer caused it. */
  transfer_id: z.string().nullable(),
  kind: z.enum(['settled', 'returned', 'adjusted']),
  direction: z.enum(transferDirections),
  /** Negative when money left the account. */
  amount: moneySchema,
  balance: moneySchema,
  /** Why a transfer was returned; for `adjusted` one of `fee`, `dividend`, `interest`, `transfer`, `correction`. */
  reason: z.string().nullable(),
});

/** A message of a person's own live stream: something of theirs changed, so read it again. */
export const ownChangeSchema = z.object({
  about: z.enum(['account', 'bank_links', 'transfers', 'cash']),
  position: z.string(),
});
export type OwnChange = z.infer<typeof ownChangeSchema>;

export const cashCalls = {
  getCashBalance: defineCall({
    ...routes.getCashBalance,
    summary: 'Cash balance of the signed-in person, from the ledger',
    access: 'user',
    cost: 'read',
    response: z.object({
      cash_balance: moneySchema,
      /** Deposits and withdrawals in progress. */
      pending_in: moneySchema,
      pending_out: moneySchema,
      /** What can be withdrawn: the balance without held or outgoing amounts; never negative. */
      available: moneySchema,
      /** Held deposits included in the balance, ordered by release; `until` is ISO 8601. */
      held: z.array(z.object({ transfer_id: z.string(), amount: moneySchema, until: z.string().nullable() })),
      /** When the last included change happened; null when there was none. */
      as_of: z.string().nullable(),
    }),
  }),
  getCashActivity: defineCall({
    ...routes.getCashActivity,
    summary: 'Changes to the cash balance, with the balance after each, newest first, 100 at a time',
    access: 'user',
    cost: 'read',
    /** Only changes before this position, for paging. */
    query: z.object({ before: positionSchema.optional() }),
    response: z.object({ entries: z.array(cashEntrySchema), next: z.string().nullable() }),
  }),
  getCashActivityCsv: defineCall({
    ...routes.getCashActivityCsv,
    summary: 'The same, complete, as comma-separated values (text/csv)',
    access: 'user',
    cost: 'scan',
    produces: 'text/csv',
    response: z.string(),
  }),
  getCashDifferences: defineCall({
    ...routes.getCashDifferences,
    summary: 'Accounts whose ledger and broker disagree now or did earlier',
    access: 'staff',
    cost: 'scan',
    response: z.object({
      differences: z.array(
        z.object({
          user_id: z.string(),
          broker_cash: moneySchema,
          ledger_cash: moneySchema,
          found_at: z.string(),
          resolved_at: z.string().nullable(),
        }),
      ),
    }),
  }),
  liveOwn: defineCall({
    ...routes.liveOwn,
    summary:
      'Changes to one’s own account, as server-sent events of the type "changed". Resumes after Last-Event-ID.',
    access: 'user',
    cost: 'stream',
    produces: 'text/event-stream',
    response: ownChangeSchema,
  }),
} as const;
