import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank/bank.js';
import { textOfCents } from '../cash/cents.js';
import { keyIdOf } from '../http/credentials.js';
import { refusalOfBody } from '../http/faulty-body.js';
import { type AccountParams, withAccount } from '../http/partner.js';
import { refuseWith } from '../http/refusal.js';
import { type Account, bodyOfAccount, extendedBodyOfAccount } from './account.js';
import { applicationSchema, keptOf } from './application.js';
import { fixtureOf } from './review.js';
import { refusalOfApplication } from './validations.js';

const mostAccounts = 1_000;

const listQuery = z.object({
  query: z.string().default(''),
  created_after: z.iso.datetime({ offset: true }).optional(),
  created_before: z.iso.datetime({ offset: true }).optional(),
  status: z.string().optional(),
  sort: z.enum(['asc', 'desc']).default('desc'),
});

/** Whether every word is found in the number, the phone number, the name or the e-mail address. */
const matches = (
  { number, application: { contact, identity } }: Account,
  words: readonly string[],
): boolean => {
  const texts = [
    number,
    contact.phone_number ?? '',
    `${identity.given_name} ${identity.family_name}`,
    contact.email_address,
  ].map((text) => text.toLowerCase());
  return words.every((word) => texts.some((text) => text.includes(word)));
};

/** Nine digits, other ones for every account. */
const numberOf = (ordinal: number): string => String(900_000_000 + ordinal);

/** Opening an account, reading one, and finding some. */
export const accountRoutes = (server: FastifyInstance, bank: Bank): void => {
  const lastEquity = (account: Account): string => textOfCents(bank.cashOf(account.id).atLastClose);

  const open = async (request: FastifyRequest, reply: FastifyReply) => {
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

  const find = (request: FastifyRequest, reply: FastifyReply) => {
    const parsed = listQuery.safeParse(request.query);
    if (!parsed.success) {
      return refuseWith(reply, { status: 422, code: 42210000, message: 'invalid query parameter' });
    }
    const { query, created_after, created_before, status, sort } = parsed.data;
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const owner = keyIdOf(request);
    const after = created_after ? Date.parse(created_after) : 0;
    const before = created_before ? Date.parse(created_before) : Number.POSITIVE_INFINITY;
    const found = [...bank.records.accounts.values()].filter(
      (account) =>
        account.owner === owner &&
        account.openedAt >= after &&
        account.openedAt <= before &&
        (!status || account.status === status) &&
        matches(account, words),
    );
    return (sort === 'asc' ? found : found.reverse())
      .slice(0, mostAccounts)
      .map((account) => extendedBodyOfAccount(account, lastEquity(account)));
  };

  server.post('/v1/accounts', open);
  server.get('/v1/accounts', find);
  server.get<{ Params: AccountParams }>(
    '/v1/accounts/:account_id',
    withAccount(bank, (_request, _reply, account) => extendedBodyOfAccount(account, lastEquity(account))),
  );
};
