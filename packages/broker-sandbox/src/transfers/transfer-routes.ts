import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { Bank } from '../bank/bank.js';
import { type AccountParams, badId, isId, withAccount } from '../http/partner.js';
import { type Refused, refuseWith } from '../http/refusal.js';
import { askTransfer } from './ask-transfer.js';
import { movedTransfer } from './settlement.js';
import { bodyOfTransfer, isCancelable } from './transfer.js';

const listQuery = z.object({
  direction: z.enum(['INCOMING', 'OUTGOING']).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000),
  offset: z.coerce.number().int().min(0).default(0),
});

const notFound: Refused = { status: 404, code: 40410000, message: 'transfer not found' };
const tooLate: Refused = { status: 422, code: 42210000, message: 'transfer cannot be canceled' };

type Params = AccountParams & { readonly transfer_id: string };

/** Asking for a transfer, listing them (there is no call for one), and calling one off. */
export const transferRoutes = (server: FastifyInstance, bank: Bank): void => {
  const list = (request: FastifyRequest, reply: FastifyReply, account: Account) => {
    const query = listQuery.safeParse(request.query);
    if (!query.success) {
      return refuseWith(reply, { status: 422, code: 42210000, message: 'invalid query parameter' });
    }
    const { direction, limit, offset } = query.data;
    return bank.records
      .transfersOfAccount(account.id)
      .filter((transfer) => !direction || transfer.direction === direction)
      .reverse()
      .slice(offset, offset + limit)
      .map(bodyOfTransfer);
  };

  const cancel = async (
    request: FastifyRequest<{ Params: Params }>,
    reply: FastifyReply,
    account: Account,
  ) => {
    const id = request.params.transfer_id;
    if (!isId(id)) return refuseWith(reply, badId('transfer_id'));
    const transfer = bank.records.transfers.get(id);
    if (transfer?.accountId !== account.id) return refuseWith(reply, notFound);
    if (!isCancelable(transfer)) return refuseWith(reply, tooLate);
    await bank.commit(movedTransfer(transfer, 'CANCELED', { owner: account.owner, at: bank.now() }));
    return bodyOfTransfer(bank.records.transfers.get(id) ?? transfer);
  };

  const path = '/v1/accounts/:account_id/transfers';
  server.post<{ Params: AccountParams }>(path, withAccount(bank, askTransfer(bank)));
  server.get<{ Params: AccountParams }>(path, withAccount(bank, list));
  server.delete<{ Params: Params }>(`${path}/:transfer_id`, withAccount(bank, cancel));
};
