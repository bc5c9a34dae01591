import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Bank } from '../bank/bank.js';
import { keyIdOf } from '../http/credentials.js';
import { refuseWith } from '../http/refusal.js';
import { type Account, extendedBodyOfAccount } from './account.js';
import { lastEquityOf } from './last-equity.js';

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

/** Finds the accounts of the caller, a thousand at most. */
export const findAccounts = (bank: Bank) => (request: FastifyRequest, reply: FastifyReply) => {
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
    .map((account) => extendedBodyOfAccount(account, lastEquityOf(bank, account)));
};
