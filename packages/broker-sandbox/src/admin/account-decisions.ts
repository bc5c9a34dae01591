import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import { movedAccount } from '../accounts/review.js';
import type { Bank } from '../bank/bank.js';
import { done, unknown, type WithId } from './answers.js';
import { parsedBody } from './routes.js';

const outcome = z.record(z.string(), z.looseObject({}));
const accountSchema = z.strictObject({
  status: z
    .enum([
      'SUBMITTED',
      'SUBMISSION_FAILED',
      'ACTION_REQUIRED',
      'APPROVAL_PENDING',
      'APPROVED',
      'REJECTED',
      'ACTIVE',
      'ACCOUNT_CLOSED',
    ])
    .optional(),
  kyc_results: z
    .strictObject({
      reject: outcome.default({}),
      accept: outcome.default({}),
      indeterminate: outcome.default({}),
      additional_information: z.string().optional(),
      summary: z.enum(['pass', 'fail']).default('fail'),
    })
    .optional(),
  trading_blocked: z.boolean().optional(),
  transfers_blocked: z.boolean().optional(),
  incoming_transfers_blocked: z.boolean().optional(),
  outgoing_transfers_blocked: z.boolean().optional(),
});

const blocked = (account: Account, wanted: z.output<typeof accountSchema>): Account => ({
  ...account,
  tradingBlocked: wanted.trading_blocked ?? account.tradingBlocked,
  transfersBlocked: wanted.transfers_blocked ?? account.transfersBlocked,
  incomingBlocked: wanted.incoming_transfers_blocked ?? account.incomingBlocked,
  outgoingBlocked: wanted.outgoing_transfers_blocked ?? account.outgoingBlocked,
});

/** What a clerk would decide about an account, by hand: its status, and what is blocked. */
export const accountDecisions = (server: FastifyInstance, bank: Bank): void => {
  server.patch<WithId>('/admin/accounts/:id', (request, reply) => {
    const wanted = parsedBody(accountSchema, request.body, reply);
    if (!wanted) return reply;
    const known = bank.records.accounts.get(request.params.id);
    if (!known) return unknown(reply);
    const account = blocked(known, wanted);
    const moved = wanted.status && movedAccount(account, wanted.status, bank.now(), wanted.kyc_results);
    return done(bank, reply, moved ?? [{ account }]);
  });
};
