import { z } from 'zod';
import { acceptedSchema } from '../concept/change-calls.js';
import { idField } from '../concept/fields.js';
import { defineCall } from '../http/call.js';
import { routes } from '../http/routes.js';
import { positionSchema } from '../position.js';
import { amountSchema, moneySchema } from './amount.js';
import { bankAccountTypes, transferDirections, transferStatuses } from './statuses.js';

const directionField = z
  .string({ error: 'Choose a direction.' })
  .toLowerCase()
  .pipe(z.enum(transferDirections, 'Choose a direction: incoming or outgoing.'));

const transferSchema = z.object({
  id: z.string(),
  direction: z.enum(transferDirections),
  amount: moneySchema,
  fee: moneySchema,
  status: z.enum(transferStatuses),
  /** Why it was refused, rejected, canceled or returned, as the broker's text or code. */
  reason: z.string().nullable(),
  bank: z.object({ id: z.string(), account_type: z.enum(bankAccountTypes), account_number: z.string() }),
  requested_at: z.string(),
  /** The day the money should arrive. */
  expected_on: z.iso.date(),
  /** Until when settled money may not be withdrawn, as set by the broker; ISO 8601, null when it is not held. */
  held_until: z.string().nullable(),
  /** Whether the broker may have it, and has not answered. */
  in_doubt: z.boolean(),
  /** Whether it can still be canceled. */
  cancelable: z.boolean(),
  cancellation_requested: z.boolean(),
  /** Whether its money had arrived, even if it was returned later. */
  had_settled: z.boolean(),
});

export const transferCalls = {
  createAchTransfer: defineCall({
    ...routes.createAchTransfer,
    summary: 'Move cash between a linked bank account and the trading account',
    access: 'user',
    cost: 'money',
    body: z.strictObject({ amount: amountSchema, direction: directionField, ach_relationship_id: idField }),
    response: acceptedSchema,
  }),
  cancelAchTransfer: defineCall({
    ...routes.cancelAchTransfer,
    summary: 'Request the cancellation of a transfer, while the broker allows it',
    access: 'user',
    cost: 'money',
    body: z.strictObject({ id: idField }),
    response: acceptedSchema,
  }),
  getTransferTerms: defineCall({
    ...routes.getTransferTerms,
    summary: 'Terms of a transfer requested now: arrival date, fee, limits',
    access: 'user',
    cost: 'read',
    response: z.object({
      /** When requested before `cutoff`. */
      expected_on: z.iso.date(),
      /** The next instant after which a transfer counts for a later banking day; ISO 8601. */
      cutoff: z.string(),
      /** The day against whose limits it counts: a weekend belongs to the next trading day. */
      trading_day: z.iso.date(),
      /** The first instant of the next trading day; ISO 8601. */
      trading_day_ends: z.string(),
      fee: moneySchema,
      /** Remaining part of the trading day's limit. */
      left_today: moneySchema,
      daily_limit: moneySchema,
      /** What can be withdrawn. */
      available: moneySchema,
    }),
  }),
  getAchTransfer: defineCall({
    ...routes.getAchTransfer,
    summary: 'One transfer with its timeline and receipt',
    access: 'user',
    cost: 'read',
    query: z.object({ transfer_id: idField }),
    response: transferSchema.extend({
      steps: z.array(
        z.object({ status: z.enum(transferStatuses), at: z.string(), reason: z.string().nullable() }),
      ),
      /** Account balance after the transfer's last posting; null before the first. */
      balance_after: moneySchema.nullable(),
    }),
  }),
  getAchTransfers: defineCall({
    ...routes.getAchTransfers,
    summary: 'Transfers of the signed-in person, newest first, 100 at a time',
    access: 'user',
    cost: 'read',
    /** Only transfers that were requested before this position, for paging. */
    query: z.object({ before: positionSchema.optional() }),
    response: z.object({ transfers: z.array(transferSchema), next: z.string().nullable() }),
  }),
} as const;
