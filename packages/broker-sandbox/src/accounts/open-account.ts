import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bank } from '../bank/bank.js';
import { keyIdOf } from '../http/credentials.js';
import { refusalOfBody } from '../http/faulty-body.js';
import { refuseWith } from '../http/refusal.js';
import { type Account, bodyOfAccount } from './account.js';
import { applicationSchema, keptOf } from './application.js';
import { fixtureOf } from './review.js';
import { refusalOfApplication } from './validations.js';

/** Nine digits, other ones for every account. */
const numberOf = (ordinal: number): string => String(900_000_000 + ordinal);

export const openAccount = (bank: Bank) => async (request: FastifyRequest, reply: FastifyReply) => {
  const parsed = applicationSchema.safeParse(request.body);
  if (!parsed.success) return refuseWith(reply, refusalOfBody(request.body, parsed.error, 422));
  const application = parsed.data;
  const now = bank.now();
  const refusal = refusalOfApplication(application, now);
  if (refusal) return refuseWith(reply, refusal);
  if (bank.records.hasEmail(application.contact.email_address)) {
    return refuseWith(reply, { status: 409, code: 40910000, message: 'email address already exists' });
  }
  const account: Account = {
    id: bank.newId(),
    number: numberOf(bank.records.accounts.size + 1),
    owner: keyIdOf(request),
    status: 'SUBMITTED',
    openedAt: now,
    statusAt: now,
    tradingBlocked: false,
    transfersBlocked: false,
    incomingBlocked: false,
    outgoingBlocked: false,
    kycResults: undefined,
    fixture: fixtureOf(application.additional_information),
    application: keptOf(application),
  };
  const body = {
    account_id: account.id,
    account_number: account.number,
    status_from: '',
    status_to: account.status,
  };
  await bank.commit([
    { account },
    { event: { stream: 'accounts', owner: account.owner, accountId: account.id, body } },
  ]);
  return bodyOfAccount(account, '0');
};
