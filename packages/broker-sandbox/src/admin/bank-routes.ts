import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import { movedAccount } from '../accounts/review.js';
import { cancelFailed, movedRelationship } from '../ach-relationships/linking.js';
import type { Bank } from '../bank/bank.js';
import type { NewChange } from '../bank/records.js';
import { textOfCents } from '../cash/cents.js';
import { refuse } from '../http/refusal.js';
import { movedTransfer, returned } from '../transfers/settlement.js';
import { bodyOfTransfer, isCancelable, isUnderWay, type Transfer } from '../transfers/transfer.js';
import type { LateCalls } from './late-calls.js';
import { parsedBody } from './routes.js';

const duration = z
  .number()
  .int()
  .min(0)
  .max(30 * 86_400_000);
const timesSchema = z.strictObject({
  review: duration.optional(),
  linking: duration.optional(),
  settlement: duration.optional(),
  hold: duration.optional(),
});

const outcome = z.record(z.string(), z.looseObject({}));
const accountSchema = z.strictObject({
  status: z
    .enum([
      'SUBMITTED',
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

const reasonSchema = z.strictObject({ reason: z.string().min(1).default('R01 Insufficient Funds') });
const relationshipSchema = z.strictObject({
  status: z.enum(['APPROVED', 'REJECTED', 'CANCEL_FAILED']),
  reason: z.string().min(1).optional(),
});

const blocked = (account: Account, wanted: z.output<typeof accountSchema>): Account => ({
  ...account,
  tradingBlocked: wanted.trading_blocked ?? account.tradingBlocked,
  transfersBlocked: wanted.transfers_blocked ?? account.transfersBlocked,
  incomingBlocked: wanted.incoming_transfers_blocked ?? account.incomingBlocked,
  outgoingBlocked: wanted.outgoing_transfers_blocked ?? account.outgoingBlocked,
});

type End = 'RETURNED' | 'REJECTED' | 'CANCELED';

/** Only what has gone to the bank can come back from it. */
const isReturnable = (transfer: Transfer): boolean =>
  transfer.status === 'COMPLETE' || (isUnderWay(transfer) && !isCancelable(transfer));

type WithId = { Params: { id: string } };

/** What a bank or a clerk would do, by hand: return a transfer, refuse one or call it off, decide about an account or a link. */
export const bankAdminRoutes = (server: FastifyInstance, bank: Bank, late: LateCalls): void => {
  const { records } = bank;
  const unknown = (reply: FastifyReply) => refuse(reply, 404, 'not found', 40410000);
  const done = async (reply: FastifyReply, changes: readonly NewChange[]) => {
    await bank.commit(changes);
    return reply.status(204).send();
  };

  server.patch('/admin/times', (request, reply) => {
    const times = parsedBody(timesSchema, request.body, reply);
    return times ? bank.setTimes(times) : reply;
  });

  server.post('/admin/tick', async (_request, reply) => {
    await late.advance();
    await bank.advance();
    return reply.status(204).send();
  });

  server.patch<WithId>('/admin/accounts/:id', (request, reply) => {
    const wanted = parsedBody(accountSchema, request.body, reply);
    if (!wanted) return reply;
    const known = records.accounts.get(request.params.id);
    if (!known) return unknown(reply);
    const account = blocked(known, wanted);
    const moved = wanted.status && movedAccount(account, wanted.status, bank.now(), wanted.kyc_results);
    return done(reply, moved ?? [{ account }]);
  });

  server.post<WithId>('/admin/ach_relationships/:id/status', (request, reply) => {
    const wanted = parsedBody(relationshipSchema, request.body, reply);
    if (!wanted) return reply;
    const relationship = records.relationships.get(request.params.id);
    const owner = records.accounts.get(relationship?.accountId ?? '')?.owner;
    if (!relationship || owner === undefined) return unknown(reply);
    const { status, reason } = wanted;
    const told = { owner, at: bank.now(), reason };
    if (status !== 'CANCEL_FAILED') return done(reply, movedRelationship(relationship, status, told));
    return relationship.status === 'CANCEL_REQUESTED' && !relationship.canceled
      ? done(reply, cancelFailed(relationship, told))
      : refuse(reply, 409, `relationship is ${relationship.status}`, 40910000);
  });

  const endOf = (transfer: Transfer, account: Account, end: End, reason: string): NewChange[] | undefined => {
    const told = { at: bank.now(), reason };
    if (end !== 'RETURNED') {
      return isCancelable(transfer)
        ? movedTransfer(transfer, end, { ...told, owner: account.owner })
        : undefined;
    }
    return isReturnable(transfer)
      ? returned(transfer, { account, newId: () => bank.newId() }, told)
      : undefined;
  };

  const endTransfer = (path: string, end: End): void => {
    server.post<WithId>(path, (request, reply) => {
      const body = parsedBody(reasonSchema, request.body, reply);
      if (!body) return reply;
      const transfer = records.transfers.get(request.params.id);
      const account = records.accounts.get(transfer?.accountId ?? '');
      if (!transfer || !account) return unknown(reply);
      const changes = endOf(transfer, account, end, body.reason);
      return changes ? done(reply, changes) : refuse(reply, 409, `transfer is ${transfer.status}`, 40910000);
    });
  };
  endTransfer('/admin/transfers/:id/return', 'RETURNED');
  endTransfer('/admin/transfers/:id/reject', 'REJECTED');
  endTransfer('/admin/transfers/:id/cancel', 'CANCELED');

  // What the broker holds of everyone, to compare with.
  server.get('/admin/transfers', () => [...records.transfers.values()].map(bodyOfTransfer));
  server.get('/admin/accounts', () =>
    [...records.accounts.values()].map(({ id, status }) => ({
      id,
      status,
      cash: textOfCents(bank.cashOf(id).total),
      postings: records.postingsOf(id).map(({ cents, transferId }) => ({
        transfer_id: transferId,
        net_amount: textOfCents(cents),
      })),
    })),
  );
};
