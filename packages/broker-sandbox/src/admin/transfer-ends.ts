import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { Bank } from '../bank/bank.js';
import type { NewChange } from '../bank/records.js';
import { movedTransfer, returned } from '../transfers/settlement.js';
import { isCancelable, isUnderWay, type Transfer } from '../transfers/transfer.js';
import { done, inTheWrongState, unknown, type WithId } from './answers.js';
import { parsedBody } from './routes.js';

const reasonSchema = z.strictObject({ reason: z.string().min(1).default('R01 Insufficient Funds') });

type End = 'RETURNED' | 'REJECTED' | 'CANCELED';

/** Only what has gone to the bank can come back from it. */
const isReturnable = (transfer: Transfer): boolean =>
  transfer.status === 'COMPLETE' || (isUnderWay(transfer) && !isCancelable(transfer));

/** The changes of such an end; undefined when the transfer cannot end so. */
const endOf = (
  bank: Bank,
  transfer: Transfer,
  account: Account,
  end: End,
  reason: string,
): NewChange[] | undefined => {
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

/** What a bank or a clerk would do to a transfer, by hand: return it, refuse it, call it off. */
export const transferEnds = (server: FastifyInstance, bank: Bank): void => {
  const endTransfer = (path: string, end: End): void => {
    server.post<WithId>(path, (request, reply) => {
      const body = parsedBody(reasonSchema, request.body, reply);
      if (!body) return reply;
      const transfer = bank.records.transfers.get(request.params.id);
      const account = bank.records.accounts.get(transfer?.accountId ?? '');
      if (!transfer || !account) return unknown(reply);
      const changes = endOf(bank, transfer, account, end, body.reason);
      return changes ? done(bank, reply, changes) : inTheWrongState(reply, 'transfer', transfer.status);
    });
  };
  endTransfer('/admin/transfers/:id/return', 'RETURNED');
  endTransfer('/admin/transfers/:id/reject', 'REJECTED');
  endTransfer('/admin/transfers/:id/cancel', 'CANCELED');
};
