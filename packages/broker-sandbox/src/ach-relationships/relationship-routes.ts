import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { Bank } from '../bank/bank.js';
import { fundingEvent } from '../events/funding-event.js';
import { refusalOfBody } from '../http/faulty-body.js';
import { type AccountParams, badId, isId, withAccount } from '../http/partner.js';
import { type Refused, refuseWith } from '../http/refusal.js';
import { isAccountNumber, isRoutingNumber, maskedNumber } from './bank-numbers.js';
import { movedRelationship } from './linking.js';
import { bodyOfRelationship, isActive, type Relationship } from './relationship.js';

const requestSchema = z.object({
  account_owner_name: z.string().min(1),
  bank_account_type: z.enum(['CHECKING', 'SAVINGS']),
  bank_account_number: z.string().min(1),
  bank_routing_number: z.string().min(1),
  nickname: z.string().min(1).optional(),
});
type RelationshipRequest = z.output<typeof requestSchema>;

const listQuery = z.object({ statuses: z.string().optional() });

const invalid = (field: string): Refused => ({ status: 400, code: 40010001, message: `${field} is invalid` });

const refusalOf = (request: RelationshipRequest, account: Account): Refused | undefined => {
  if (!isRoutingNumber(request.bank_routing_number)) return invalid('bank_routing_number');
  if (!isAccountNumber(request.bank_account_number)) return invalid('bank_account_number');
  if (account.status === 'ACTIVE') return undefined;
  return { status: 400, code: 40010001, message: 'account must be active' };
};

const onlyOne: Refused = { status: 409, code: 40910000, message: 'only one active ach relationship allowed' };
const notFound: Refused = { status: 404, code: 40410000, message: 'ach relationship not found' };

type Params = AccountParams & { readonly relationship_id: string };

/** Linking a bank account, listing links, and ending one. */
export const relationshipRoutes = (server: FastifyInstance, bank: Bank): void => {
  const link = async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
    const parsed = requestSchema.safeParse(request.body);
    if (!parsed.success) return refuseWith(reply, refusalOfBody(request.body, parsed.error, 400));
    const refusal = refusalOf(parsed.data, account);
    if (refusal) return refuseWith(reply, refusal);
    if (bank.records.relationshipsOf(account.id).some(isActive)) return refuseWith(reply, onlyOne);
    const relationship: Relationship = {
      id: bank.newId(),
      accountId: account.id,
      status: 'QUEUED',
      openedAt: bank.now(),
      statusAt: bank.now(),
      ownerName: parsed.data.account_owner_name,
      bankAccountType: parsed.data.bank_account_type,
      maskedAccountNumber: maskedNumber(parsed.data.bank_account_number),
      routingNumber: parsed.data.bank_routing_number,
      nickname: parsed.data.nickname,
      canceled: false,
    };
    const { id, status } = relationship;
    const told = { owner: account.owner, accountId: account.id, entityId: id, from: null, to: status };
    await bank.commit([{ relationship }, fundingEvent({ ...told, entityType: 'BankRelationship' })]);
    return bodyOfRelationship(relationship);
  };

  const list = (request: FastifyRequest, _reply: FastifyReply, account: Account) => {
    const wanted = listQuery.safeParse(request.query).data?.statuses?.toUpperCase().split(',');
    return bank.records
      .relationshipsOf(account.id)
      .filter(({ status }) => !wanted || wanted.includes(status))
      .map(bodyOfRelationship);
  };

  const end = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, account: Account) => {
    const id = request.params.relationship_id;
    if (!isId(id)) return refuseWith(reply, badId('relationship_id'));
    const relationship = bank.records.relationships.get(id);
    if (relationship?.accountId !== account.id || !isActive(relationship)) return refuseWith(reply, notFound);
    await bank.commit(
      movedRelationship(relationship, 'CANCEL_REQUESTED', { owner: account.owner, at: bank.now() }),
    );
    return reply.status(204).send();
  };

  const path = '/v1/accounts/:account_id/ach_relationships';
  server.post<{ Params: AccountParams }>(path, withAccount(bank, link));
  server.get<{ Params: AccountParams }>(path, withAccount(bank, list));
  server.delete<{ Params: Params }>(`${path}/:relationship_id`, withAccount(bank, end));
};
