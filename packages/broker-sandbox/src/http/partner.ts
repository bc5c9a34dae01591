import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../accounts/account.js';
import type { Bank } from '../bank/bank.js';
import { keyIdOf } from './credentials.js';
import { notYours, type Refused, refuseWith } from './refusal.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether it is a UUID in any letter case. */
export const isId = (text: string): boolean => uuid.test(text);

/** The answer to an id that is none, named as the call names it. */
export const badId = (name: string): Refused => ({
  status: 400,
  code: 40010000,
  message: `${name} is invalid`,
});

export interface AccountParams {
  readonly account_id: string;
}

/** Hands the account named in the path to `answer`, unless it is no one's or another partner's. */
export const withAccount =
  <R extends FastifyRequest>(
    bank: Bank,
    answer: (request: R, reply: FastifyReply, account: Account) => unknown,
  ) =>
  (request: R, reply: FastifyReply): unknown => {
    // The routes that use this all have the parameter in their path.
    const { account_id: id } = request.params as AccountParams;
    const account = bank.accountOf(keyIdOf(request), id);
    return account ? answer(request, reply, account) : refuseWith(reply, notYours);
  };
