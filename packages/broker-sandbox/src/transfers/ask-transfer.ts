import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account.js';
import type { Bank } from '../bank/bank.js';
import { centsOf } from '../cash/cents.js';
import { fundingEvent } from '../events/funding-event.js';
import { refusalOfBody } from '../http/faulty-body.js';
import { refuseWith } from '../http/refusal.js';
import { refusalOfRequest, refusalOfTransfer, type Wanted } from './rules.js';
import { tradingDayOf } from './trading-day.js';
import { bodyOfTransfer, type Transfer } from './transfer.js';
import { type TransferRequest, transferRequestSchema } from './transfer-request.js';

const wantedOf = (bank: Bank, request: TransferRequest): Wanted => ({
  direction: request.direction.toUpperCase() === 'INCOMING' ? 'INCOMING' : 'OUTGOING',
  cents: centsOf(String(request.amount)) ?? 0,
  tradingDay: tradingDayOf(bank.options.sessions, bank.now()),
});

export const askTransfer =
  (bank: Bank) => async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
    const parsed = transferRequestSchema.safeParse(request.body);
    if (!parsed.success) return refuseWith(reply, refusalOfBody(request.body, parsed.error, 422));
    const wanted = wantedOf(bank, parsed.data);
    const relationshipId = parsed.data.relationship_id ?? '';
    const found = bank.records.relationships.get(relationshipId);
    const refusal =
      refusalOfRequest(parsed.data) ??
      refusalOfTransfer(
        wanted,
        {
          account,
          relationship: found?.accountId === account.id ? found : undefined,
          transfers: bank.records.transfersOfAccount(account.id),
          withdrawable: bank.cashOf(account.id).withdrawable,
        },
        bank.options.limits,
      );
    if (refusal) return refuseWith(reply, refusal);
    const transfer: Transfer = {
      ...wanted,
      id: bank.newId(),
      accountId: account.id,
      relationshipId,
      status: 'QUEUED',
      toldStatus: 'QUEUED',
      openedAt: bank.now(),
      statusAt: bank.now(),
      reason: undefined,
      holdUntil: undefined,
    };
    const told = { owner: account.owner, accountId: account.id, entityId: transfer.id, from: null };
    await bank.commit([{ transfer }, fundingEvent({ ...told, entityType: 'Transfer', to: transfer.status })]);
    return bodyOfTransfer(transfer);
  };
